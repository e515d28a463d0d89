import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { GoldenTask } from '../golden-tasks.ts'
import { personaNamed } from '../personas/index.ts'
import { scenarioPath } from '../scenario-path.ts'
import { type FakeLlm, startFakeLlm } from '../start-fake-llm.ts'
import { type AgentRun, agentRun } from './agent-run.ts'

export interface GoldenStage {
  llm: FakeLlm
  run: AgentRun
  /** plays to the end of the run and says its outcome */
  play(task: GoldenTask): Promise<string>
  check(task: GoldenTask): Promise<void>
  close(): Promise<void>
}

/** A persona that plays the golden scenarios, and the real agent against it. */
export async function goldenStage(
  name: string,
  options: { window?: number } & Pick<NonNullable<Parameters<typeof agentRun>[1]>, 'settings' | 'model'> = {},
): Promise<GoldenStage> {
  const persona = personaNamed(name)
  const llm = await startFakeLlm({
    scenarios: [scenarioPath('golden')],
    persona: name,
    paced: false,
    window: options.window,
  })
  const model = { model: persona.models[0]!, ...options.model }
  const run = await agentRun(llm, { settings: options.settings, model })
  return {
    llm,
    run,
    async play({ request, midway }) {
      if (midway)
        void run.log
          .seen(() => run.all('step.end').length >= midway.afterStep)
          .then(() => run.say(midway.text))
      run.say(request)
      return run.ended()
    },
    check: (task) => check(llm, run, task),
    async close() {
      await run.close()
      await llm.close()
    },
  }
}

async function check(llm: FakeLlm, run: AgentRun, task: GoldenTask): Promise<void> {
  for (const [name, text] of Object.entries(task.files))
    expect(await readFile(join(run.folder, name), 'utf8')).toBe(text)
  for (const name of task.absent ?? []) expect(existsSync(join(run.folder, name))).toBe(false)
  const report = run.all('message').findLast((message) => message.final)
  expect(report?.text).toMatch(task.report)
  expect(llm.journal.unmatched).toEqual([])
  // A server may teach by a 400 that turns alternate or how much fits; a malformed history is never sent.
  expect(llm.journal.violations.filter(({ code }) => !['V8', 'V9', 'V13'].includes(code))).toEqual([])
}
