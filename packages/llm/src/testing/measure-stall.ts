import { countText, loadTokenizer } from '../tokens/count-text.ts'

const size = 5_000_000
const materials: Record<string, () => string> = {
  letter: () => 'a'.repeat(size),
  spaces: () => ' '.repeat(size),
  special: () => '<|endoftext|>'.repeat(size / 13),
  base64: () =>
    Buffer.from(Array.from({ length: (size * 3) / 4 }, (_, n) => (n * 2_654_435_761) >>> 24)).toString(
      'base64',
    ),
}

/** The longest time, in ms, that counting 5 MB of pathological text holds the event loop, by material. */
export async function measureTokenizerStall(): Promise<Record<string, number>> {
  await loadTokenizer()
  countText('warm up '.repeat(100))
  const stalls: Record<string, number> = {}
  for (const [name, make] of Object.entries(materials)) {
    const text = make()
    const started = performance.now()
    countText(text)
    stalls[name] = performance.now() - started
  }
  return stalls
}
