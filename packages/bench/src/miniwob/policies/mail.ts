import type { Hands, Policy } from '../hands.ts'

const row = async (h: Hands, who: string) => {
  for (let n = 0; n < 6; n++) {
    const look = await h.look()
    const at = look.lines.findIndex((l) => l.trim() === who)
    if (at >= 0) {
      const own = look.items.filter((i) => i.line > at && i.line < at + 6)
      const open = look.items.filter((i) => i.line < at && i.kind === 'div').at(-1)
      if (own.some((i) => /\.star/.test(i.attrs))) return { own, open }
    }
    const scroller = look.lines.find((l) => /\] scroller/.test(l))?.match(/\[(\d+)\]/)?.[1]
    if (!scroller) break
    await h.scroll({ target: scroller, direction: 'down', pages: 0.5 })
  }
  throw new Error(`there is no mail by ${who}`)
}
const open = async (h: Hands, who: string) => {
  await row(h, who)
  await h.click(`text:${who}`)
  await h.wait(0.4)
}
const icon = async (h: Hands, pattern: RegExp) => {
  const hit = (await h.look()).items.find((i) => pattern.test(i.attrs) || pattern.test(i.name))
  if (!hit) throw new Error(`there is no ${pattern}`)
  await h.click(hit.id)
  await h.wait(0.3)
}

const notNames =
  /^(A|Ask|Automatically|Can|Copy|Could|Email|F[Oo]?r?ward|Find|Get|Give|Go|I|In|It|Let|Locate|Look|Make|My|Navigate|Open|Please|Read|Retrieve|Search|See|Send|Take|The|There|Will|Would|You)$/
/** Whose mail, and who gets it, in one of the many ways to say that. */
const namesIn = (goal: string): { who: string; to: string } => {
  const names = [...new Set(goal.match(/\b[A-Z]\w*\b/g) ?? [])].filter((w) => !notNames.test(w))
  const named = (pattern: RegExp) => names.find((n) => n === goal.match(pattern)?.[1])
  const other = (name: string | undefined) => name && names.find((n) => n !== name)
  const to = named(/\bto (?:be sent to )?([A-Z]\w+)/)
  const from =
    named(/(?:by|from) ([A-Z]\w+)/) ??
    named(/([A-Z]\w+)'s /) ??
    named(/([A-Z]\w+) (?:sent|wrote|wants (?:his|her))/)
  const who = from && from !== to ? from : other(to)
  const receiver = to ?? other(who)
  if (!who || !receiver) throw new Error(`no two names in "${goal}"`)
  return { who, to: receiver }
}
const forward: Policy = async (h) => {
  const { who, to } = namesIn(h.goal)
  await open(h, who)
  await icon(h, /forward/i)
  await h.type((await h.look()).items.find((i) => i.kind === 'input type=text')!.id, to)
  return icon(h, /send/i)
}

const mail: Policy = async (h) => {
  const goal = h.goal
  const who = (goal.match(/by (\w+)|from (\w+)|(\w+)'s (?:e?mail|message)/)?.slice(1) ?? []).find(Boolean)!
  const reply = goal.match(/reply to (?:them|him|her) with the text "([^"]+)"/)?.[1]
  const to = goal
    .match(/forward (?:that email |it )?to (\w+)|Forward to (\w+)|Give (\w+) the/i)
    ?.slice(1)
    .find(Boolean)
  if (/trash|delete/i.test(goal))
    return void (await h.click((await row(h, who)).own.find((i) => /\.trash/.test(i.attrs))!.id))
  if (/star|important/i.test(goal))
    return void (await h.click((await row(h, who)).own.find((i) => /\.star/.test(i.attrs))!.id))
  await open(h, who)
  if (reply !== undefined) {
    await icon(h, /reply/i)
    const area = (await h.look()).items.find((i) => i.kind === 'textarea')!
    await h.type(area.id, reply)
    return icon(h, /send/i)
  }
  await icon(h, /forward/i)
  const field = (await h.look()).items.find((i) => i.kind === 'input type=text')!
  await h.type(field.id, to!)
  await icon(h, /send/i)
}

export const mailing: Record<string, Policy> = {
  'email-inbox-forward-nl': forward,
  'email-inbox-forward-nl-turk': forward,
  'email-inbox': mail,
  'email-inbox-delete': mail,
  'email-inbox-important': mail,
  'email-inbox-reply': mail,
  'email-inbox-forward': mail,
  'email-inbox-noscroll': mail,
  'email-inbox-star-reply': mail,
}
