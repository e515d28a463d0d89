import type { Attachment } from '@deskhand/protocol'
import type { NewEntry } from '../journal/private-entries.ts'
import type { Core } from '../run/core.ts'

export interface KeptArtifacts {
  attachments: Attachment[]
  found: { path: string; size: number; sha256: string }[]
  missing: string[]
  entries: NewEntry[]
}

/** Files that are handed over, copied into the server's keeping: an event once per path and content. */
export async function keepArtifacts(core: Core<unknown>, paths: readonly string[]): Promise<KeptArtifacts> {
  const kept: KeptArtifacts = { attachments: [], found: [], missing: [], entries: [] }
  for (const path of new Set(paths.map((path) => path.trim()).filter(Boolean))) {
    const file = await core.deps.surroundings.keepFile(path)
    if (!file) {
      kept.missing.push(path)
      continue
    }
    const { sha256, ...attachment } = file
    kept.attachments.push(attachment)
    kept.found.push({ path: file.path, size: file.size, sha256 })
    if (core.state.artifacts.get(file.path)?.sha256 !== sha256) {
      kept.entries.push({ type: 'artifact', data: { ...attachment, sha256 } })
    }
  }
  return kept
}
