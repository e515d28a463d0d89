import type { Desk } from './desk.ts'
import { dialogText } from './dialogs.ts'
import { difference } from './effect.ts'
import { listText } from './list-text.ts'
import { type Observation, observe } from './observe.ts'

export interface Mark {
  url: string
  tabs: string[]
  observation: Observation | undefined
  downloads: number
}

/** The page as it is now; given a mark from before, also what a person did to it meanwhile. */
export async function freshLook(desk: Desk, since?: Mark): Promise<{ text: string; mark: Mark }> {
  const tab = await desk.ready(new AbortController().signal)
  const observation = tab.dialog ? undefined : await observe(tab).catch(() => undefined)
  const mark = {
    url: tab.page.url(),
    tabs: desk.tabs.map((t) => `${t.id} ${t.page.url()}`),
    observation,
    downloads: desk.downloads.all.length,
  }
  const said: string[] = []
  if (since) {
    if (since.url !== mark.url) said.push(`the address went from ${since.url} to ${mark.url}`)
    const fresh = mark.tabs.filter((t) => !since.tabs.some((o) => o.split(' ')[0] === t.split(' ')[0]))
    if (fresh.length) said.push(`new tabs: ${fresh.join(', ')}`)
    for (const d of desk.downloads.all.slice(since.downloads)) if (d.path) said.push(`downloaded ${d.path}`)
    if (since.observation && observation && since.url === mark.url) {
      const diff = difference(since.observation, observation)
      for (const state of diff.states.slice(0, 10)) said.push(state)
      for (const line of diff.added.slice(0, 10)) said.push(`+ ${line.slice(0, 160)}`)
      for (const line of diff.removed.slice(0, 10)) said.push(`- ${line.slice(0, 160)}`)
    }
  }
  const head = since
    ? said.length
      ? ['What changed meanwhile:', ...said.map((s) => `  ${s}`)]
      : ['Nothing on the page changed meanwhile.']
    : []
  const body = tab.dialog
    ? dialogText(tab)
    : observation
      ? await listText(desk, tab, observation, { stars: false })
      : '(the page does not answer)'
  return { text: [...head, `page: ${observation?.title ?? ''} — ${mark.url}`, body].join('\n'), mark }
}
