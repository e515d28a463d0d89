import type RFB from '@novnc/novnc'

// The library asks the browser for a video decoder while it loads, which on some phones never answers.
const LOAD_MS = 8_000

/** Loads the viewer when it is first needed; rejects when it does not come up in time. */
export async function loadNoVnc(): Promise<typeof RFB> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('The viewer did not load in time.')), LOAD_MS),
  )
  const { default: Viewer } = await Promise.race([import('@novnc/novnc'), late])
  return Viewer
}
