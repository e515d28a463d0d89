import { ModelError } from '@deskhand/llm'
import { clean } from '../context/clean-text.ts'
import { requestsOf, runMessages, tag } from '../context/directive.ts'
import { ledgerText, planTable } from '../context/ledger.ts'
import { reporterSystem } from '../prompts/reporter.ts'
import { askModel } from '../run/ask-model.ts'
import type { Core } from '../run/core.ts'
import { systemOf } from '../run/system-of.ts'
import { words } from '../run/words.ts'
import { runSteps } from '../state/session-state.ts'
import { codeReport, honestReport } from './code-report.ts'
import { endEntries } from './end-run.ts'

/** Writes the report and ends the run with it; when no model will, code writes it. */
export async function reportTurn(core: Core<unknown>, signal: AbortSignal): Promise<void> {
  const { run } = core.state
  if (!run) return
  const id = core.ids.message()
  const system = systemOf(core, 'reporter', () => reporterSystem(core.deps.settings.instructions))
  let text: string | undefined
  try {
    const reply = await askModel(core, {
      purpose: 'reporter',
      thread: `report:${run.id}`,
      model: core.deps.models.executor,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: clean(reporterText(core)) },
      ],
      tools: [],
      role: 'reporter',
      text: { as: 'message', id },
      signal,
    })
    text = reply.text.trim()
    if (!run.report) {
      if (text) core.journal.append('thought', { id: core.ids.thought(), role: 'reporter', text, cut: true })
      return
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    core.deps.report?.warn(error, 'The report could not be written by the model')
  }
  endWithReport(core, text, id)
}

/** The report is there, or known not to come: it is made honest and the run ends. */
export function endWithReport(core: Core<unknown>, text: string | undefined, id = core.ids.message()): void {
  const say = words(core)
  const byModel = text !== undefined && text !== ''
  const byCode = () => codeReport(core, byCodeOpening(core))
  const cut = core.state.run?.report?.cut === true
  const final = !byModel
    ? byCode()
    : cut
      ? `${text} …\n\n${say.reportCut}\n\n${byCode()}`
      : honestReport(core, text)
  const notice = !byModel
    ? { code: 'REPORT_BY_CODE', text: say.reportByCode }
    : cut && { code: 'REPORT_CUT', text: say.reportCut }
  core.journal.commit([
    ...(notice ? [{ type: 'notice' as const, data: { level: 'warning' as const, ...notice } }] : []),
    ...endEntries(core, final, id),
  ])
}

function byCodeOpening(core: Core<unknown>): string {
  const all = runSteps(core.state).every(({ status }) => status === 'done')
  return all ? words(core).ok : words(core).failedHeading.replace(/[:：]$/, '.')
}

function reporterText(core: Core<unknown>): string {
  const { state } = core
  const files = runSteps(state).flatMap(({ close }) => close?.artifacts ?? [])
  const table = [...new Map(files.map((file) => [file.path, file])).values()]
    .map(({ path, size }) => `${path} (${size} bytes)`)
    .join('\n')
  const latest = runMessages(state).at(-1)
  return [
    tag(
      'request',
      requestsOf(state)
        .map(({ text }) => text)
        .join('\n\n'),
    ),
    tag('plan', planTable(state)),
    tag('ledger', ledgerText(state) || '(nothing was done)'),
    tag('files', table || '(none)'),
    latest && state.run && !state.run.requests.includes(latest.id) && tag('latest_message', latest.text),
    state.run?.finishing && 'The person asked for the report before the work was finished.',
    'Write the report.',
  ]
    .filter(Boolean)
    .join('\n\n')
}
