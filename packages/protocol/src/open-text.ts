import type { OpenText, SessionView } from './session-view.ts'

/**
 * Adds a piece to a text being written. What overlaps is dropped. Where something is missing the text stands still
 * until a snapshot brings it whole: half a sentence with a hole reads as if it were meant.
 */
export function openDelta(
  view: SessionView,
  of: OpenText['of'],
  id: string,
  piece: string,
  offset: number,
): void {
  const known = view.open.get(id) ?? { of, id, text: '' }
  const overlap = known.text.length - offset
  if (overlap < 0) view.open.set(id, { ...known, hole: true })
  else if (overlap < piece.length) view.open.set(id, { of, id, text: known.text + piece.slice(overlap) })
}

/** All so far, at (re)connect. An older one never shortens what is known. */
export function openSnapshot(view: SessionView, of: OpenText['of'], id: string, text = ''): void {
  const known = view.open.get(id)
  if (!known || known.hole || text.length >= known.text.length) view.open.set(id, { of, id, text })
}
