import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie, a token or a link. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** What is kept of it: random enough that a plain hash can't be turned back. */
export const secretHash = (secret: string) => createHash('sha256').update(secret).digest('base64url')
