// What `npm start`, `npm test` and the other commands do. Plain Node: it runs before anything is installed.
import { commands } from './commands.mjs'
import { Failed, say } from './say.mjs'

const [name = 'start', ...args] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  say.error(`There is no command "${name}". Commands: ${Object.keys(commands).join(', ')}.`)
  process.exit(2)
}
try {
  const code = await command(args)
  if (typeof code === 'number') process.exitCode = code
} catch (error) {
  if (!(error instanceof Failed)) throw error
  say.error(error.message)
  process.exitCode = 1
}
