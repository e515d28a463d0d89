import { localTime } from '../context/time.ts'
import type { NewEntry } from '../journal/private-entries.ts'
import { knowledgeText } from './choose-knowledge.ts'
import type { Core } from './core.ts'

/** A run begins with all messages that wait for one. */
export function startRun(core: Core<unknown>): void {
  core.journal.commit(runEntries(core))
}

export function runEntries(core: Core<unknown>, retryOf?: string): NewEntry[] {
  const { state, deps, ids } = core
  const runId = ids.run()
  const messages = state.waiting.flatMap((id) => state.messages.get(id) ?? [])
  const delivered = messages.filter(({ state }) => state === 'queued')
  const said = messages.map(({ text }) => text).join('\n')
  return [
    { type: 'run.start', data: { runId } },
    {
      type: 'run.context',
      data: {
        runId,
        started: localTime(deps.clock.now(), deps.settings.timeZone),
        knowledge: knowledgeText(deps.settings.knowledge ?? [], said),
        ...(retryOf && { retryOf }),
      },
    },
    ...delivered.map(({ id }): NewEntry => ({ type: 'message.update', data: { id, state: 'delivered' } })),
    { type: 'status', data: { status: 'planning' } },
  ]
}
