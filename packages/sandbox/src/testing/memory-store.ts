import type { SandboxRecord, SandboxStore } from '../host.ts'

/** A store in memory; hand it to a second host to play a restart of the server. */
export class MemoryStore implements SandboxStore {
  readonly rows = new Map<string, SandboxRecord>()

  all(): SandboxRecord[] {
    return [...this.rows.values()].map((record) => ({ ...record }))
  }

  put(record: SandboxRecord): void {
    this.rows.set(record.id, { ...record })
  }

  remove(id: string): void {
    this.rows.delete(id)
  }
}
