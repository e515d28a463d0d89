/** How a session came to rest: its status, and the outcome of the run when it has ended. */
export interface Rest {
  status: string
  reason?: string
  text?: string
  outcome?: string
}

/** ok, partial, failed, stopped, or the status with its reason. */
export const restText = ({ status, reason, outcome }: Rest): string =>
  status === 'idle' ? (outcome ?? 'idle') : reason ? `${status} (${reason})` : status
