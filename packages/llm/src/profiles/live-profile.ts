import type { ServerAddress } from '../wire/endpoint.ts'
import { presetProfile } from './index.ts'
import type { ModelProfile, ProfilePatch } from './profile.ts'
import { type ProfileStore, profileKey } from './profile-store.ts'

/** Preset ⊕ what was probed and learned ⊕ the person's choice, which always wins. */
export class LiveProfile {
  readonly #preset: ModelProfile
  readonly #chosen: ProfilePatch
  readonly #store: ProfileStore
  readonly #key: string
  /** learned, but not yet proved by a reply */
  #trial: ProfilePatch = {}

  constructor(address: ServerAddress, store: ProfileStore, chosen: ProfilePatch & { preset?: string } = {}) {
    const { preset, ...rest } = chosen
    this.#preset = presetProfile(address.baseUrl, address.model, preset)
    this.#chosen = known(rest)
    this.#store = store
    this.#key = profileKey(address.baseUrl, address.model)
  }

  get current(): ModelProfile {
    return { ...this.#preset, ...known(this.#store.load(this.#key) ?? {}), ...this.#trial, ...this.#chosen }
  }

  /** Takes a lesson for the next requests; it is kept when one of them succeeds. */
  try(patch: ProfilePatch) {
    this.#trial = { ...this.#trial, ...patch }
  }

  /** A request went well: what it was made with is worth keeping. */
  keep() {
    if (Object.keys(this.#trial).length === 0) return
    this.save(this.#trial)
    this.#trial = {}
  }

  /** The lessons did not help. */
  forget() {
    this.#trial = {}
  }

  save(patch: ProfilePatch) {
    this.#store.save(this.#key, patch)
  }
}

// A forgotten key must not hide what the preset says.
const known = (patch: ProfilePatch): ProfilePatch =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
