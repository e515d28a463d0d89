import { randomBytes } from 'node:crypto'

// No vowels and nothing that looks like another character: ids are read out and typed by models.
const letters = '23456789bcdfghjkmnpqrstvwxyz'

/** A random id that models can repeat without mistakes: `step_7kq2m9`. */
export function newId(kind: string, length = 10): string {
  const random = [...randomBytes(length)].map((byte) => letters[byte % letters.length])
  return `${kind}_${random.join('')}`
}
