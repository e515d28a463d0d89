import type { ToolContext, ToolResult } from '@deskhand/agent'
import type { BrowserResult, RiskQuestion } from '@deskhand/browser'
import type { World } from './world.ts'

/** What the browser did, as the model reads it and as the person sees it. */
export async function browserOutcome(
  result: BrowserResult,
  context: ToolContext<World>,
): Promise<ToolResult> {
  const keep = async (bytes: Uint8Array | undefined) =>
    bytes && bytes.length > 0 ? await context.keep(bytes, 'image/jpeg') : undefined
  const [before, shot] = [await keep(result.before), await keep(result.shot)]
  const head = [`page: ${result.title ? `${result.title} — ` : ''}${result.url || '(none)'}`]
  if (result.via) head.push(`via: ${result.via}`)
  if (result.code) head.push(`code: ${result.code}`)
  return {
    outcome: result.outcome,
    head,
    content: result.text,
    ...(result.limit && { limit: result.limit }),
    ...(result.fullPath && { fullPath: result.fullPath }),
    ...(result.image && { images: [result.image] }),
    view: {
      kind: 'browser',
      url: result.url,
      title: result.title,
      ...(shot && { shot }),
      ...(before && { before }),
      ...(result.point && { point: { x: result.point.x, y: result.point.y } }),
      ...(result.changes && { changes: result.changes.slice(0, 1000) }),
      ...(result.via && { via: result.via }),
    },
    pageChanged: result.pageChanged,
    ...(result.code && { errorCode: result.code }),
    pageMark: result.pageMark,
  }
}

/** What a call is about to do on the page that it acts on. */
export async function browserRisk(question: RiskQuestion, context: ToolContext<World>) {
  const browser = await context.world.browser(context.signal)
  return browser.risk({ ...question, personSaid: context.personSaid })
}

/** A target in few words, for titles. */
export const shortly = (text: string): string => (text.length > 50 ? `${text.slice(0, 49)}…` : text)
