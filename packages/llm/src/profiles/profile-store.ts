import type { ProfilePatch } from './profile.ts'

/** Where what was learned about a server is kept. `key` names server and model. */
export interface ProfileStore {
  load(key: string): ProfilePatch | undefined
  /** adds to what is there; a key set to undefined is forgotten */
  save(key: string, patch: ProfilePatch): void
}

export const profileKey = (baseUrl: string, model: string) => `${baseUrl}#${model}`

/** Keeps profiles as long as the process lives. */
export function memoryProfileStore(): ProfileStore {
  const kept = new Map<string, ProfilePatch>()
  return {
    load: (key) => kept.get(key),
    save(key, patch) {
      kept.set(key, { ...kept.get(key), ...patch })
    },
  }
}
