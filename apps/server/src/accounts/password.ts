import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

// About 120 ms and 32 MiB for one try on a small server: slow for a thief, not felt by a person.
const cost = { N: 2 ** 15, r: 8, p: 1 }
const length = 32

/** `scrypt$15$salt$key`, with a salt of its own for each password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, 15)
  return `scrypt$15$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** With no hash it takes as long and answers no, so that nobody learns which names exist. */
export async function passwordFits(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, log, salt, key] = (hash ?? `scrypt$15$${'A'.repeat(22)}$${'A'.repeat(43)}`).split('$')
  const given = await derive(password, Buffer.from(salt ?? '', 'base64url'), Number(log))
  const wanted = Buffer.from(key ?? '', 'base64url')
  return given.length === wanted.length && timingSafeEqual(given, wanted) && hash != null
}

function derive(password: string, salt: Buffer, log: number): Promise<Buffer> {
  const options = { ...cost, N: 2 ** log, maxmem: 128 * 2 ** log * cost.r * 2 }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}
