/** The log's store is full, locked or broken: nothing more may happen before it takes entries again. */
export const isStorageFault = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^SQLITE_(FULL|BUSY|LOCKED|IOERR|READONLY|CORRUPT)/.test(error.code)
