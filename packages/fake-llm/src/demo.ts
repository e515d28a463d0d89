import { scenarioPath } from './scenario-path.ts'
import { type FakeLlm, type FakeLlmOptions, startFakeLlm } from './start-fake-llm.ts'

/** The model of demo mode: scripted tasks for a real sandbox in which the pages of @deskhand/sites are served. */
export const startDemoLlm = (options: Omit<FakeLlmOptions, 'scenarios' | 'persona'> = {}): Promise<FakeLlm> =>
  startFakeLlm({ ...options, scenarios: [scenarioPath('demo')], persona: 'demo' })

/** The name to set as model in demo mode. */
export const demoModelName = 'deskhand-demo'
