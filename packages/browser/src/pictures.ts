import type { Desk } from './desk.ts'
import type { Tab } from './tab.ts'

const maxPixels = 1_150_000
const maxEdge = 1568

export interface Picture {
  mime: 'image/jpeg'
  data: string
  width: number
  height: number
}

/** The size that models take without scaling it themselves: sides are multiples of 28, at most 1.15 Mpx and 1568. */
export function pictureSize(width: number, height: number): { scale: number; width: number; height: number } {
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)), maxEdge / Math.max(width, height))
  const w = Math.max(28, Math.floor((width * scale) / 28) * 28)
  return {
    scale: w / width,
    width: w,
    height: Math.min(maxEdge, Math.max(1, Math.floor(height * (w / width)))),
  }
}

/** What the tab shows, scaled for a model; the desk remembers its scale, so that its pixels can be clicked. */
export async function pictureForModel(desk: Desk, tab: Tab, fullPage = false): Promise<Picture> {
  const metrics = await tab.ask(() => tab.cdp.send('Page.getLayoutMetrics'))
  const view = metrics.cssLayoutViewport
  const all = metrics.cssContentSize
  const area = fullPage
    ? { width: all.width, height: Math.min(all.height, view.clientHeight * 6) }
    : { width: view.clientWidth, height: view.clientHeight }
  const size = pictureSize(area.width, area.height)
  const { data } = await tab.ask(
    () =>
      tab.cdp.send('Page.captureScreenshot', {
        format: 'jpeg',
        quality: 70,
        captureBeyondViewport: fullPage,
        clip: {
          x: fullPage ? 0 : view.pageX,
          y: fullPage ? 0 : view.pageY,
          width: area.width,
          height: area.height,
          scale: size.scale,
        },
      }),
    15_000,
  )
  if (!fullPage)
    desk.picture = {
      tab,
      scale: size.scale,
      width: size.width,
      height: size.height,
      scrollX: view.pageX,
      scrollY: view.pageY,
      url: tab.page.url(),
    }
  return { mime: 'image/jpeg', data, width: size.width, height: size.height }
}

/** What the tab shows, for the person; undefined when it can't be taken just now. */
export async function pictureForPerson(tab: Tab): Promise<Uint8Array | undefined> {
  if (tab.dialog || tab.closed || tab.crashed) return undefined
  const shot = await tab
    .ask(() => tab.cdp.send('Page.captureScreenshot', { format: 'jpeg', quality: 55 }), 3000)
    .catch(() => undefined)
  return shot ? Buffer.from(shot.data, 'base64') : undefined
}
