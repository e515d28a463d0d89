import { existsSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import type { Config } from '../config.ts'
import { lockDataDir } from '../db/lock.ts'
import { engineOf } from './engine-of.ts'
import { complain, say } from './say.ts'

/**
 * Removes this install's containers, networks and images; with `--data` also workspaces and DATA_DIR, after asking
 * (`--yes` answers). Works beside a running server, but for `--data`.
 */
export async function clean(config: Config, args: string[]): Promise<number> {
  const { dataDir } = config
  const { docker, where, own } = await engineOf(config)
  const data = args.includes('--data')
  if (data && !args.includes('--yes') && !(await sure(dataDir))) return 1
  if (data) lockDataDir(dataDir, `process ${process.pid}, cleaning`).release()

  const containers = await docker.listContainers({ all: true, filters: own })
  for (const { Id } of containers) await docker.getContainer(Id).remove({ force: true, v: true }).catch(gone)
  const networks = await docker.listNetworks({ filters: own })
  for (const { Id, Name } of networks)
    await docker
      .getNetwork(Id)
      .remove()
      .catch((error: Error) => complain(`The network ${Name} stays: ${error.message}`))
  const images = await docker.listImages({ filters: own })
  for (const { Id } of images)
    await docker
      .getImage(Id)
      .remove({ force: true })
      .catch((error: Error) => complain(`An image stays: ${error.message}`))
  say(
    `Removed at ${where}: ${containers.length} containers, ${networks.length} networks, ${images.length} images.`,
  )
  if (!data) return 0

  const { Volumes } = await docker.listVolumes({ filters: own })
  for (const { Name } of Volumes ?? []) await docker.getVolume(Name).remove().catch(gone)
  if (existsSync(dataDir)) rmSync(dataDir, { recursive: true })
  say(`Removed ${Volumes?.length ?? 0} workspaces and ${dataDir}.`)
  return 0
}

async function sure(dataDir: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(
    `This removes every session, file and account in ${dataDir} and all workspaces, for good. Type yes to go on: `,
  )
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

// Another hand removed it meanwhile, which is what was wanted.
function gone(error: { statusCode?: number }) {
  if (error.statusCode !== 404 && error.statusCode !== 409) throw error
}
