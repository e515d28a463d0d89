/** To the terminal: what was done. */
export const say = (text: string) => void process.stdout.write(`${text}\n`)
/** To the terminal: what went wrong and what to do. */
export const complain = (text: string) => void process.stderr.write(`${text}\n`)
