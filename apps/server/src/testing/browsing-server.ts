import { type FakeLlm, personaNamed, startFakeLlm } from '@deskhand/fake-llm'
import type { AppDouble } from './app-double.ts'
import { modelServer } from './model-server.ts'

type Data = Record<string, unknown>

export interface BrowsingServer {
  server: AppDouble
  llm: FakeLlm
  /** says this in a session of its own; resolves when the run has ended, with its session and outcome */
  run(text: string): Promise<{ outcome: string | undefined; all(type: string): Data[] }>
  close(): Promise<void>
}

/** The whole server with the real agent and tools, a scripted model, and a Chromium of this machine. */
export async function browsingServer(scenarios: string[]): Promise<BrowsingServer> {
  const persona = 'openai-strict'
  const llm = await startFakeLlm({ scenarios, persona, paced: false })
  const { server, start, close } = await modelServer({
    API_BASE: llm.url,
    MODEL_NAME: personaNamed(persona).models[0] ?? '',
  })
  return {
    server,
    llm,
    async run(text) {
      const { say, all } = await start()
      const { outcome } = await say(text)
      return { outcome, all }
    },
    async close() {
      await close()
      await llm.close()
    },
  }
}
