import { measureTokenizerStall } from '@deskhand/llm/testing'
import { type Metric, metric, repeat } from './bench.ts'

/** `tokenizer_stall_ms`: the longest stall while counting 5 MB of the worst of four pathological texts. */
export async function tokenizerStall(): Promise<Metric> {
  const values = await repeat(5, async () => Math.max(...Object.values(await measureTokenizerStall())))
  return metric(values, 'ms', 30, 'the worst of one letter, spaces, <|endoftext|> and base64')
}
