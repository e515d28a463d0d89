import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findEngine } from '@deskhand/sandbox'
import type Docker from 'dockerode'
import type { Config } from '../config.ts'
import { installIdOf } from '../db/install-id.ts'
import { openDatabase } from '../db/open-database.ts'

/** The engine of this install, and the filter that finds what is its own. Throws EngineError. */
export async function engineOf({ dataDir, values }: Config): Promise<{
  docker: Docker
  where: string
  installId: string
  own: { label: string[] }
}> {
  const { DOCKER_HOST } = values
  const { docker, where } = await findEngine(DOCKER_HOST === undefined ? {} : { dockerHost: DOCKER_HOST })
  const installId = idIn(dataDir)
  return { docker, where, installId, own: { label: [`deskhand.install=${installId}`] } }
}

function idIn(dataDir: string): string {
  const path = join(dataDir, 'deskhand.db')
  // A folder without a database has no containers: an id that no label carries.
  if (!existsSync(path)) return 'none'
  const db = openDatabase(path)
  try {
    return installIdOf(db)
  } finally {
    db.close()
  }
}
