import type { Tool } from '@deskhand/agent'
import { tools, type World } from '@deskhand/tools'

// The sandbox's double would run a model's commands on this machine itself. The model still sees every tool, so that
// prompts and tokens are the product's.
const text = 'There is no shell here. The task is on the open page: use the browser tools.'

/** The product's tools; those of the shell answer that there is none. */
export const shellLessTools: readonly Tool<World>[] = tools.map((tool) =>
  tool.family === 'shell'
    ? {
        ...tool,
        recover: undefined,
        run: async () => ({ outcome: 'failed', content: text, view: { kind: 'text', text } }),
      }
    : tool,
)
