import closeWithGrace from 'close-with-grace'
import { ConfigError, readConfig } from './config.ts'
import { DataFolderInUse } from './db/lock.ts'

const [command = 'start', ...args] = process.argv.slice(2)

try {
  if (command === 'start') await start()
  else {
    const { commands } = await import('./commands/index.ts')
    const run = commands[command]
    if (run === undefined)
      throw new ConfigError(
        `There is no command ${command}. There are: start, ${Object.keys(commands).join(', ')}`,
      )
    process.exitCode = await run(readConfig(), args)
  }
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof DataFolderInUse
  process.stderr.write(`${expected ? error.message : ((error as Error).stack ?? error)}\n`)
  process.exitCode = 1
}

async function start() {
  const config = readConfig()
  const { buildApp } = await import('./app.ts')
  const { readyLines } = await import('./ready-lines.ts')
  const app = await buildApp(config)
  for (const warning of config.warnings) app.log.warn(warning)
  closeWithGrace({ delay: 10_000, logger: false }, async ({ err }) => {
    if (err !== undefined) app.log.fatal({ err }, 'The server ends because of a bug.')
    await app.close()
  })
  try {
    await app.listen({ host: config.values.HOST, port: config.values.PORT })
  } catch (error) {
    await app.close()
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new ConfigError(
          `PORT ${config.values.PORT} is in use by another program. Stop it, or start with another: PORT=3001 npm start`,
        )
      : error
  }
  process.stdout.write(`${readyLines(app).join('\n')}\n`)
}
