import { Script } from 'node:vm'
import { act, type Deed } from '../act.ts'
import type { BrowserResult } from '../browser-session.ts'
import type { Desk } from '../desk.ts'
import { Refusal } from '../refusal.ts'
import type { Tab } from '../tab.ts'

const mostCharacters = 4000
const limitMs = 15_000

/** Runs code in the page's own world and answers its result as JSON; what secret fields hold is masked. */
export async function script(
  desk: Desk,
  tab: Tab,
  args: { code: string },
  signal: AbortSignal,
): Promise<BrowserResult> {
  const expression = wrap(args.code)
  return act(desk, tab, signal, async () => {
    const value = await masked(tab, await evaluateIn(tab, expression))
    const cut =
      value.length > mostCharacters
        ? `${value.slice(0, mostCharacters)}\n… ${value.length - mostCharacters} more characters; return less, or the part you need`
        : value
    const deed: Deed = { what: 'ran the script', say: [`result: ${cut}`], proven: true }
    return deed
  })
}

/** Evaluates in the page's own world; answers JSON text, or "undefined". */
export async function evaluateIn(tab: Tab, expression: string): Promise<string> {
  const [main] = await tab.frames()
  const contextId = tab.mainContext(tab.cdp, main!.frameId)
  const answer = await tab.ask(
    () =>
      tab.cdp.send('Runtime.evaluate', {
        expression,
        contextId,
        awaitPromise: true,
        returnByValue: true,
        userGesture: true,
      }),
    limitMs,
  )
  if (!answer.exceptionDetails) return String(answer.result.value ?? 'undefined')
  const text = answer.exceptionDetails.exception?.description ?? answer.exceptionDetails.text
  throw new Refusal(
    'E_SCRIPT',
    `The script failed: ${await masked(tab, text.split('\n').slice(0, 4).join('\n'))}`,
  )
}

// An expression when it can be read as one, else the body of an async function; only parsed here, never run.
export function wrap(code: string): string {
  const asExpression = `(async () => (${code}\n))`
  const asBody = `(async () => {${code}\n})`
  const source = parses(asExpression) === undefined ? asExpression : asBody
  const wrong = parses(source)
  if (wrong)
    throw new Refusal(
      'E_SCRIPT',
      `The script can't be read: ${wrong}. Give the body of an async function (with return) or one expression.`,
    )
  return `${source}().then((value) => {
    const seen = new WeakSet()
    const text = JSON.stringify(value, (key, v) => {
      if (typeof v === 'bigint') return String(v)
      if (typeof v === 'function') return '(function)'
      if (v instanceof Node) return v instanceof Element ? v.outerHTML.slice(0, 500) : v.textContent
      if (v instanceof NodeList || v instanceof HTMLCollection || v instanceof Set) return [...v]
      if (v instanceof Map) return Object.fromEntries(v)
      if (v instanceof Error) return String(v)
      if (v && typeof v === 'object') { if (seen.has(v)) return '(seen above)'; seen.add(v) }
      return v
    })
    return text === undefined ? 'undefined' : text
  })`
}
function parses(source: string): string | undefined {
  try {
    new Script(source)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Takes what password and card fields hold out of a text. */
export async function masked(tab: Tab, text: string): Promise<string> {
  let out = text
  for (const world of await tab.frames().catch(() => [])) {
    const secrets = await world.call('secretValues', []).catch(() => [] as string[])
    for (const secret of secrets)
      for (const form of [secret, JSON.stringify(secret).slice(1, -1)]) out = out.split(form).join('•••')
  }
  return out
}
