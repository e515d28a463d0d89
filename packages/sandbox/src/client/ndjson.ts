import { StringDecoder } from 'node:string_decoder'

/** Values of a stream of JSON lines, as they come. A character split over two chunks stays whole. */
export async function* ndjson(stream: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  const decoder = new StringDecoder('utf8')
  let held = ''
  for await (const chunk of stream) {
    held += decoder.write(chunk)
    const lines = held.split('\n')
    held = lines.pop() ?? ''
    for (const line of lines) if (line.trim()) yield JSON.parse(line)
  }
  held += decoder.end()
  if (held.trim()) yield JSON.parse(held)
}
