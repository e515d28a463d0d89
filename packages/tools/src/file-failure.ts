import type { ToolResult } from '@deskhand/agent'
import { SandboxError } from '@deskhand/sandbox'

/** What the sandbox refused, as text for the model. Anything else is thrown on: it is no answer to the call. */
export function fileFailure(error: unknown, path: string, op: string): ToolResult {
  if (!(error instanceof SandboxError) || error.code === 'UNREACHABLE') throw error
  return {
    outcome: 'failed',
    errorCode: error.code,
    content: error.message,
    view: { kind: 'file', path, op, text: error.message },
  }
}
