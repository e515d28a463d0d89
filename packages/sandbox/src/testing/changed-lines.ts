/** The lines between the common beginning and the common end of two texts, as one hunk of a unified diff. */
export function changedLines(path: string, before: string, after: string): string {
  const a = before.split('\n')
  const b = after.split('\n')
  let head = 0
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head++
  let tail = 0
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  const gone = a.slice(head, a.length - tail)
  const come = b.slice(head, b.length - tail)
  return [
    `--- ${path}`,
    `+++ ${path}`,
    `@@ -${head + 1},${gone.length} +${head + 1},${come.length} @@`,
    ...gone.map((line) => `-${line}`),
    ...come.map((line) => `+${line}`),
    '',
  ].join('\n')
}
