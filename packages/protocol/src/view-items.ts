import type { StepId } from './ids.ts'
import type { GroupEntry, Item, SessionView } from './session-view.ts'

export function push(view: SessionView, item: Item): void {
  view.itemIndex.set(item.key, view.items.length)
  view.items.push(item)
}

export function change<K extends Item['kind']>(
  view: SessionView,
  key: string,
  kind: K,
  to: (item: Extract<Item, { kind: K }>) => Item,
): void {
  const at = view.itemIndex.get(key)
  const item = at === undefined ? undefined : view.items[at]
  if (at !== undefined && item?.kind === kind) view.items[at] = to(item as Extract<Item, { kind: K }>)
}

export function lastOf<K extends Item['kind']>(
  view: SessionView,
  kind: K,
): Extract<Item, { kind: K }> | undefined {
  return view.items.findLast((item): item is Extract<Item, { kind: K }> => item.kind === kind)
}

// Long steps go on in another group: a row of a virtual list stays small, and appending stays cheap.
const GROUP_SIZE = 60

/** Calls and thoughts stand in their step's group; after a row of another kind the step goes on in a new one. */
export function pushEntry(
  view: SessionView,
  stepId: StepId | undefined,
  entry: GroupEntry,
  ts: number,
): void {
  if (entry.kind === 'thought') view.itemIndex.set(`t:${entry.id}`, -1)
  const at = view.items.length - 1
  const last = view.items[at]
  const group = last?.kind === 'group' && last.stepId === stepId ? last : undefined
  if (group && group.entries.length < GROUP_SIZE) {
    view.items[at] = { ...group, entries: [...group.entries, entry] }
    return
  }
  const before = view.items.findLast((item) => item.kind === 'group' && item.stepId === stepId)
  const part = stepId && before?.kind === 'group' ? before.part + 1 : 0
  const step = stepId && view.steps.get(stepId)
  if (step) view.steps.set(stepId, { ...step, lastPart: part })
  push(view, { key: `g${view.seq}`, ts, kind: 'group', stepId, part, entries: [entry] })
}
