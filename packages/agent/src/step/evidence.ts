import type { CallResult } from '../journal/private-entries.ts'
import type { Core } from '../run/core.ts'
import type { StepState } from '../state/session-state.ts'
import { type KeptArtifacts, keepArtifacts } from '../turn/keep-artifacts.ts'

export type Verdict =
  | { ok: true; verified: boolean; kept: KeptArtifacts }
  | { ok: false; why: string; exit?: true }

/** Whether the log bears out that the step is done. The model's word for it counts for nothing. */
export async function judge(
  core: Core<unknown>,
  step: StepState,
  artifacts: readonly string[],
): Promise<Verdict> {
  const results = resultsOf(core, step)
  const worked = results.filter(({ work }) => work)
  if (worked.length === 0) return no('no work tool ran in this step, so nothing can have been done')
  const kept = await keepArtifacts(core, artifacts)
  if (kept.missing.length > 0)
    return no(`these files were named but do not exist: ${kept.missing.join(', ')}`)
  const { file, pageText } = step.expect ?? {}
  const { surroundings } = core.deps
  if (file && !(await surroundings.stat(file)))
    return no(`the plan expects the file ${file}, which does not exist`)
  if (pageText && !(await surroundings.pageHasText(pageText))) {
    return no(`the plan expects "${pageText}" on the open page, and it is not there`)
  }
  const last = results.findLast(({ changesWorld }) => changesWorld)
  if (last && last.outcome !== 'ok') {
    return no(
      `the last call that was to change something ended as ${last.outcome}; make it succeed or say failed`,
    )
  }
  if (last?.exitCode && !step.exitRefused) {
    return {
      ...no(
        `the last command ended with exit code ${last.exitCode}; if that is as it should be, say so in the summary and call step_done again`,
      ),
      exit: true,
    }
  }
  const checked = kept.found.length > 0 || Boolean(file || pageText)
  return { ok: true, verified: checked || worked.some(({ outcome }) => outcome === 'ok'), kept }
}

const no = (why: string): { ok: false; why: string } => ({ ok: false, why })

export const resultsOf = (core: Core<unknown>, step: StepState): CallResult[] =>
  step.calls.flatMap((id) => core.state.calls.get(id)?.result ?? [])
