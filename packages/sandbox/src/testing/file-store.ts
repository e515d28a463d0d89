import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { SandboxRecord } from '../host.ts'
import { MemoryStore } from './memory-store.ts'

/** A store in one JSON file, replaced whole at every change: what a process that is killed leaves is never half. */
export class FileStore extends MemoryStore {
  #path: string

  constructor(path: string) {
    super()
    this.#path = path
    for (const record of read(path)) super.put(record)
  }

  override put(record: SandboxRecord): void {
    super.put(record)
    this.#save()
  }

  override remove(id: string): void {
    super.remove(id)
    this.#save()
  }

  #save(): void {
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.all()))
    renameSync(`${this.#path}.new`, this.#path)
  }
}

function read(path: string): SandboxRecord[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as SandboxRecord[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
