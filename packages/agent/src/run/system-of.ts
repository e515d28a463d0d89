import type { Core } from './core.ts'

/** A role's system prompt: made at first use and the same to the byte from then on. */
export function systemOf(
  core: Core<unknown>,
  role: 'planner' | 'executor' | 'reporter',
  make: () => string,
): string {
  const known = core.state.systems.get(role)
  if (known !== undefined) return known
  const text = make()
  core.journal.append('prompt.system', { role, text })
  return text
}
