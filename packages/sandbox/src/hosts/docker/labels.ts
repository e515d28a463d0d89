import type { SandboxRecord } from '../../host.ts'

// Labels can't be changed after create: which session holds a container stands in the database.
export const APP = 'deskhand.app'
export const INSTALL = 'deskhand.install'
export const ID = 'deskhand.sandbox'
export const ROLE = 'deskhand.role'

export function commonLabels(installId: string): Record<string, string> {
  return { [APP]: 'deskhand', [INSTALL]: installId }
}

export function sandboxLabels(installId: string, record: SandboxRecord): Record<string, string> {
  return {
    ...commonLabels(installId),
    [ID]: record.id,
    [ROLE]: record.role,
    'deskhand.image': record.image,
    'deskhand.created': String(record.createdAt),
  }
}

/** For the engine's filters: this install's things alone. */
export function ownFilter(installId: string, ...more: string[]): { label: string[] } {
  return { label: [`${APP}=deskhand`, `${INSTALL}=${installId}`, ...more] }
}
