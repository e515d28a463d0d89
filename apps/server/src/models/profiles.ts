import {
  type ModelProfile,
  mendBaseUrl,
  type ProfileStore,
  presetProfile,
  presets,
  profileKey,
} from '@deskhand/llm'
import type { ModelProfileBody } from '@deskhand/protocol/http'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/open-database.ts'
import { modelProfiles } from '../db/schema.ts'
import type { Models, Role } from './models.ts'

const roles: readonly Role[] = ['executor', 'planner', 'vision']
// Measured at work, not a difference of the server's.
const unspoken: ReadonlySet<string> = new Set(['preset', 'tokenFactor'])

/** What is known of the models in force and of those used before, as Settings show it. */
export class Profiles {
  readonly #orm: Db['orm']
  readonly #store: ProfileStore
  readonly #models: Models

  constructor(db: Db, store: ProfileStore, models: Models) {
    this.#orm = db.orm
    this.#store = store
    this.#models = models
  }

  list(): ModelProfileBody[] {
    const kept = this.#orm.select().from(modelProfiles).all()
    const inForce = roles.flatMap((role) => {
      const endpoint = this.#models.demo ? undefined : this.#models.endpoint(role)
      return endpoint === undefined ? [] : [{ role, key: keyOf(endpoint) }]
    })
    const keys = new Set([...inForce.map(({ key }) => key), ...kept.map(({ key }) => key)])
    return [...keys].flatMap((key) => {
      const used = inForce.filter((one) => one.key === key).map(({ role }) => role)
      // The demo's own server has another port each time: its row says nothing.
      const row = this.#bodyOf(key, used)
      return row === undefined || (row.learned.length === 0 && used.length === 0) ? [] : [row]
    })
  }

  /** Forgets what was learned; the preset is in force again. false: nothing was kept under that key. */
  reset(key: string): boolean {
    return this.#orm.delete(modelProfiles).where(eq(modelProfiles.key, key)).run().changes > 0
  }

  #bodyOf(key: string, used: Role[]): ModelProfileBody | undefined {
    const at = key.lastIndexOf('#')
    const [baseUrl, model] = [key.slice(0, at), key.slice(at + 1)]
    if (at < 0 || !URL.canParse(baseUrl)) return undefined
    const learned = this.#store.load(key) ?? {}
    const profile: ModelProfile = { ...presetProfile(baseUrl, model), ...learned }
    return {
      key,
      baseUrl,
      model,
      roles: used,
      preset: presets.find(({ name }) => name === profile.preset)?.title ?? profile.preset,
      contextWindow: profile.contextWindow,
      images: profile.images,
      maxImages: profile.images ? profile.maxImages : 0,
      tools: profile.tools,
      learned: Object.entries(learned)
        .filter(([name, value]) => value !== undefined && !unspoken.has(name))
        .map(([name, value]) => ({
          name,
          value: typeof value === 'object' ? JSON.stringify(value) : String(value),
        })),
    }
  }
}

const keyOf = ({ baseUrl, model }: { baseUrl: string; model: string }) =>
  profileKey(mendBaseUrl(baseUrl).url, model)
