import { persona } from './persona.ts'

/** The demo's own: thinks aloud so that people see how thoughts look, and minds nothing but the message gate. */
export const demo = persona({
  name: 'demo',
  models: ['deskhand-demo'],
  contextWindow: 128_000,
  shape: { reasoning: 'reasoning_content' },
})
