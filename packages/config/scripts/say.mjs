/** A step that cannot go on: the message says what failed, why, and what to do. */
export class Failed extends Error {}

const plain = !process.stdout.isTTY || process.env.NO_COLOR
const paint = (code, text) => (plain ? text : `\u001b[${code}m${text}\u001b[0m`)

export const say = {
  step: (text) => process.stdout.write(`${paint('36', '•')} ${text}\n`),
  done: (text) => process.stdout.write(`${paint('32', '✓')} ${text}\n`),
  note: (text) => process.stdout.write(`  ${text}\n`),
  warn: (text) => process.stderr.write(`${paint('33', '!')} ${text}\n`),
  error: (text) => process.stderr.write(`${paint('31', '✗')} ${text}\n`),
}

/** Runs `work`, telling what it is and how long it took. */
export async function timed(text, work) {
  const from = Date.now()
  say.step(`${text} …`)
  const result = await work()
  say.done(`${text}: ${((Date.now() - from) / 1000).toFixed(1)} s`)
  return result
}
