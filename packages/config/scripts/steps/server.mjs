import { pathToFileURL } from 'node:url'
import { serverMain } from '../place.mjs'

/** Runs a command of the server in this very process: one process to stop, one to count. */
export async function server(...args) {
  process.argv = [process.argv[0], serverMain, ...args]
  await import(pathToFileURL(serverMain).href)
}
