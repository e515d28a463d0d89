import type { Preset } from './profile.ts'

/** Any other server: asks for little, learns from what it refuses. */
export const generic: Preset = {
  name: 'generic',
  title: 'Another compatible server',
  matches: () => true,
  profile: {},
}
