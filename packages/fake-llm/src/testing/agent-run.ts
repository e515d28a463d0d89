import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type AgentDeps, createSessionAgent, type SessionAgent } from '@deskhand/agent'
import { type ChatModelOptions, createChatModel, systemClock } from '@deskhand/llm'
import type { BlobId } from '@deskhand/protocol'
import type { FakeLlm } from '../start-fake-llm.ts'
import { type Browse, folderTools } from './folder-tools.ts'
import { type MemoryLog, memoryLog } from './memory-log.ts'

export interface AgentRun {
  agent: SessionAgent
  log: MemoryLog
  folder: string
  say(text: string): void
  /** resolves at the end of the run with its outcome; throws when the run rests elsewhere */
  ended(): Promise<string>
  /** data of all entries of a type */
  all(type: string): Record<string, never>[]
  close(): Promise<void>
}

/** The real agent and the real client over a scripted model, with a folder for a sandbox. */
export async function agentRun(
  llm: FakeLlm,
  options: {
    browse?: Browse
    settings?: Partial<AgentDeps<object>['settings']>
    model?: Partial<ChatModelOptions>
  } = {},
): Promise<AgentRun> {
  const folder = await mkdtemp(join(tmpdir(), 'fake-llm-run-'))
  const log = memoryLog()
  const model = createChatModel({ baseUrl: llm.url, model: 'gpt-5.2', ...options.model })
  let ids = 0
  const agent = createSessionAgent<object>({
    sessionId: 'session-1',
    log,
    models: { planner: model, executor: model },
    tools: folderTools(folder, options.browse),
    surroundings: surroundingsOf(folder),
    keep: async () => 'blob' as BlobId,
    readBlob: async () => undefined,
    settings: {
      stepMaxCalls: 60,
      runMaxCalls: 400,
      runMaxTokens: 5_000_000,
      runMaxMinutes: 60,
      approvals: 'never',
      timeZone: 'UTC',
      ...options.settings,
    },
    clock: systemClock,
    newId: (kind) => `${kind}${++ids}`,
  })
  agent.boot()
  return {
    agent,
    log,
    folder,
    say: (text) => void agent.say({ id: `said${++ids}` as never, text }),
    async ended() {
      await agent.settled()
      const end = log.entries().findLast((entry) => entry.type === 'run.end')
      if (end?.type !== 'run.end') throw new Error(`The run rests: ${JSON.stringify(agent.status)}`)
      return end.data.outcome
    },
    all: (type) => log.entries().flatMap((entry) => (entry.type === type ? [entry.data as never] : [])),
    async close() {
      await agent.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function surroundingsOf(folder: string): AgentDeps<object>['surroundings'] {
  const at = (path: string) => join(folder, path.replace(/^\/workspace\/?/, ''))
  const facts = async (path: string) => {
    if (!existsSync(at(path))) return undefined
    const bytes = await readFile(at(path))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { path, size: bytes.length, sha256, mime: 'text/plain' }
  }
  return {
    enter: async () => ({}),
    current: () => ({}),
    save: async () => {},
    stat: facts,
    async keepFile(path) {
      const found = await facts(path)
      return found && { ...found, name: basename(path), blob: `blob-${found.sha256.slice(0, 8)}` as BlobId }
    },
    place: async () => {},
    browserState: async () => undefined,
    pageHasText: async () => true,
    stopProcesses: async () => {},
  }
}
