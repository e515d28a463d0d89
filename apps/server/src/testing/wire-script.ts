import { type WireAnswer, type WireServer, wireServer } from '@deskhand/llm/testing'

/** A chat body as it arrived, with what a script asks for most. */
export interface Asked {
  role: string
  /** of this role, from 0, refused ones too */
  nth: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes.
  body: any
}

/** A model server of raw wire answers that decides by role; other routes are not there. */
export async function wireScript(
  decide: (asked: Asked) => WireAnswer,
): Promise<WireServer & { asked: Asked[] }> {
  const asked: Asked[] = []
  const server = await wireServer((response, request) => {
    const role = /^role: (\w+)/.exec(request.body.messages[0].content)?.[1] ?? ''
    const one = { role, nth: asked.filter((other) => other.role === role).length, body: request.body }
    asked.push(one)
    return decide(one)(response, request)
  })
  return Object.assign(server, { asked })
}
