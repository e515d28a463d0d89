/** One event of a stream. Comments and keep-alives are no events: they never count as talk. */
export interface SseEvent {
  event?: string
  data: string
}

/**
 * The events of an SSE body, whatever its line ends and wherever its bytes are split.
 * A last event without its blank line is still given: some servers never send it.
 */
export async function* readSse(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SseEvent> {
  let event: string | undefined
  let data: string[] = []
  for await (const line of lines(bytes)) {
    if (line === '') {
      if (data.length > 0) yield { ...(event && { event }), data: data.join('\n') }
      event = undefined
      data = []
      continue
    }
    const field = parseField(line)
    if (field?.name === 'data') data.push(field.value)
    else if (field?.name === 'event') event = field.value
  }
  if (data.length > 0) yield { ...(event && { event }), data: data.join('\n') }
}

function parseField(line: string): { name: string; value: string } | undefined {
  const colon = line.indexOf(':')
  if (colon === 0) return undefined
  if (colon < 0) return { name: line, value: '' }
  const value = line.slice(colon + 1)
  return { name: line.slice(0, colon), value: value.startsWith(' ') ? value.slice(1) : value }
}

async function* lines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true })
    const parts = rest.split(/\r\n|\n|\r(?!$)/)
    rest = parts.pop() ?? ''
    yield* parts
  }
  rest += decoder.decode()
  for (const line of rest.split(/\r\n|\n|\r/)) yield line
}
