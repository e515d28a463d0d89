import type { Tool, ToolContext, ToolResult } from '@deskhand/agent'
import type { BlobId, CallId, RunId, View } from '@deskhand/protocol'
import type { Sandbox } from '@deskhand/sandbox'
import type { SearchSettings, World } from '../world.ts'

const noSearch: SearchSettings = {
  providers: [],
  values: {},
  fetch: () => Promise.reject(new Error('no network in tests')),
}

/** A place to run one tool in: what it showed and kept stands in the arrays. */
export function toolStage(sandbox: Sandbox, parts: Partial<Pick<World, 'browser' | 'search'>> = {}) {
  const shown: View[] = []
  const kept: { bytes: Uint8Array; mime: string }[] = []
  let calls = 0
  const world: World = {
    sandbox,
    browser: parts.browser ?? (() => Promise.reject(new Error('no browser in this test'))),
    search: parts.search ?? noSearch,
  }
  const context = (callId: string, signal: AbortSignal): ToolContext<World> => ({
    world,
    callId: callId as CallId,
    runId: 'run1' as RunId,
    signal,
    now: () => Date.now(),
    show: (view) => shown.push(view),
    keep: async (bytes, mime) => `blob${kept.push({ bytes, mime })}` as BlobId,
    personSaid: [],
  })
  return {
    shown,
    kept,
    world,
    /** arguments as the model wrote them, through the tool's own schema */
    run(
      tool: Tool<World>,
      args: Record<string, unknown>,
      options: { callId?: string; signal?: AbortSignal } = {},
    ): Promise<ToolResult> {
      const callId = options.callId ?? `call${++calls}`
      return tool.run(
        tool.params.parse(args),
        context(callId, options.signal ?? new AbortController().signal),
      )
    },
    recover(tool: Tool<World>, args: Record<string, unknown>, callId: string) {
      return tool.recover?.(tool.params.parse(args), context(callId, new AbortController().signal))
    },
  }
}
