import type { ChatMessage, ChatModel, ModelTrouble, Reply, ReplyRequest, ToolSpec } from '@deskhand/llm'
import { ModelError } from '@deskhand/llm'
import type { CallId, ModelRole, PauseReason, StepId } from '@deskhand/protocol'
import type { Thought } from '../journal/private-entries.ts'
import { usageOf } from './budget.ts'
import type { Core } from './core.ts'
import { Halted } from './halted.ts'

export interface Asking {
  purpose: ReplyRequest['purpose']
  thread: string
  model: ChatModel
  messages: ChatMessage[]
  tools: ToolSpec[]
  role?: ModelRole
  stepId?: StepId
  /** where the reply's text goes while it is written: to the person, folded beside the work, or nowhere */
  text?: { as: 'message'; id: string } | { as: 'thought' }
  signal: AbortSignal
}

/** One request, committed before it goes out, and its reply, committed before anything is made of it. */
export async function askModel(core: Core<unknown>, asking: Asking): Promise<Reply> {
  const { purpose, thread, model, messages, tools, signal } = asking
  signal.throwIfAborted()
  const requestId = `${purpose}-${core.state.folded}`
  core.journal.append('model.request', { purpose, thread, requestId })
  const shown = new ShownThought(core, asking)
  try {
    const reply = await model.reply(
      { messages, tools, purpose, sessionId: core.deps.sessionId },
      {
        signal,
        onDelta: (delta) => {
          if (delta.type === 'restart') shown.restart()
          else if (delta.type !== 'call') shown.write(delta.type, delta.text)
        },
        onTrouble: (trouble) => tellTrouble(core, trouble),
      },
    )
    signal.throwIfAborted()
    const calls = tools.length > 0 ? reply.calls : []
    const thought = shown.end(reply.text, reply.reasoning?.text)
    core.journal.append('model.reply', {
      requestId,
      thread,
      reply: { ...reply, calls },
      callIds: callIdsFor(core, calls),
      ...(thought && { thought }),
    })
    tellRecovered(core)
    const usage = usageOf(core)
    if (usage) core.journal.live('usage', usage)
    return reply
  } catch (error) {
    const thought = shown.cut()
    core.journal.append('model.error', {
      requestId,
      thread,
      class: error instanceof ModelError ? error.class : error instanceof Halted ? 'aborted' : 'bug',
      text: error instanceof Error ? error.message : String(error),
      ...(thought && { thought }),
    })
    throw error
  }
}

const legalId = /^[A-Za-z0-9_-]{1,40}$/

// The model's own ids are kept where they are legal and new, so that a replay is what its server has cached.
export function callIdsFor(core: Core<unknown>, calls: Reply['calls']): CallId[] {
  const taken = new Set<string>()
  return calls.map(({ id }) => {
    const fine = legalId.test(id) && !core.state.calls.has(id as CallId) && !taken.has(id)
    const own = fine ? (id as CallId) : freshId(core, taken)
    taken.add(own)
    return own
  })
}
function freshId(core: Core<unknown>, taken: ReadonlySet<string>): CallId {
  let id = core.ids.call()
  while (core.state.calls.has(id) || taken.has(id)) id = core.ids.call()
  return id
}

/** What people see of a reply while it is written. */
class ShownThought {
  readonly #core: Core<unknown>
  readonly #asking: Asking
  #id: Thought['id']
  #reasoned = false

  constructor(core: Core<unknown>, asking: Asking) {
    this.#core = core
    this.#asking = asking
    this.#id = core.ids.thought()
  }

  write(type: 'text' | 'reasoning', piece: string): void {
    const { text, role } = this.#asking
    const { streams } = this.#core
    if (!role) return
    if (type === 'reasoning') {
      this.#reasoned = true
      streams.write('thought', this.#id, piece)
    } else if (text?.as === 'message') streams.write('message', text.id as never, piece)
    else if (text?.as === 'thought') {
      if (this.#reasoned) streams.write('thought', this.#id, '\n\n')
      this.#reasoned = false
      streams.write('thought', this.#id, piece)
    }
  }

  /** What was shown is void; the next try has a new id. */
  restart(): void {
    const thought = this.cut()
    if (thought) this.#core.journal.append('thought', { ...thought, cut: true })
    this.#id = this.#core.ids.thought()
  }

  end(text: string, reasoning = ''): Thought | undefined {
    this.#close()
    const prose = this.#asking.text?.as === 'thought' ? text : ''
    return this.#thought(
      [reasoning, prose]
        .map((part) => part.trim())
        .filter(Boolean)
        .join('\n\n'),
    )
  }

  cut(): Thought | undefined {
    return this.#thought(this.#close().trim())
  }

  #close(): string {
    const { text } = this.#asking
    this.#reasoned = false
    const said = text?.as === 'message' ? this.#core.streams.close(text.id) : ''
    return [this.#core.streams.close(this.#id), said].filter(Boolean).join('\n\n')
  }

  #thought(text: string): Thought | undefined {
    const { role, stepId } = this.#asking
    if (!role || text === '') return undefined
    return { id: this.#id, role, text, ...(stepId && { stepId }) }
  }
}

function tellTrouble(core: Core<unknown>, trouble: ModelTrouble): void {
  const { status } = core.state.status
  if (trouble.type === 'adjusted') {
    core.journal.append('notice', { level: 'info', code: 'MODEL_ADJUSTED', text: trouble.text })
  } else if (trouble.type === 'slow') core.journal.append('status', { status, text: trouble.text })
  else {
    const reason: PauseReason = trouble.class === 'rate_limit' ? 'rate_limit' : 'model_unavailable'
    core.journal.append('status', { status, reason, text: trouble.text, retryAt: trouble.retryAt })
  }
}

function tellRecovered(core: Core<unknown>): void {
  const { status, text, retryAt } = core.state.status
  if (text !== undefined || retryAt !== undefined) core.journal.append('status', { status })
}
