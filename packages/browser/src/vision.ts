import { deflateSync } from 'node:zlib'
import type { Eyes } from './browser-session.ts'
import type { Desk } from './desk.ts'
import { place } from './observe.ts'
import { pictureForModel } from './pictures.ts'
import type { Place, Spot } from './place.ts'
import { show } from './place.ts'
import { Refusal } from './refusal.ts'
import type { Tab } from './tab.ts'
import { within } from './time.ts'

type Space = 'pixel' | 'norm1000' | 'norm1'
const limitMs = 30_000
const worstError = 20
/** what a second look takes in, in pixels of the page */
const near = { width: 400, height: 300 }
const calibrated = new Map<string, Promise<Space>>()

/** Asks the vision model where the described thing is; what is there becomes an element again where it can. */
export async function look(
  desk: Desk,
  tab: Tab,
  description: string,
  signal: AbortSignal,
): Promise<Place | Spot> {
  const eyes = desk.eyes!
  const space = await spaceOf(eyes, signal)
  const image = await pictureForModel(desk, tab)
  const answer = await ask(eyes, image, question(description, image.width, image.height), signal)
  const point = readPoint(answer)
  if (!point)
    throw new Refusal(
      'E_VISION_UNSURE',
      `The vision model did not find "${description}" on the screen. Scroll to it, or use browser_view and a number.`,
    )
  const px = toPixels(point, space, image)
  if (px.x < 0 || px.y < 0 || px.x > image.width || px.y > image.height)
    throw new Refusal(
      'E_COORD',
      `The vision model answered a point outside of the picture (${point.x}, ${point.y}). Use browser_view and a number instead.`,
    )
  const scale = desk.picture!.scale
  const [x, y] = [px.x / scale, px.y / scale]
  const found = await elementAt(tab, x, y)
  // What is there says by itself that it is the right thing; else it is looked at from near.
  const named = 'id' in found && sharesWord(found.name, description)
  if (!named && !(await secondLook(eyes, tab, { x, y }, description, signal)))
    throw new Refusal(
      'E_VISION_UNSURE',
      `The vision model pointed at ${Math.round(x)},${Math.round(y)} for "${description}", and on a closer look said that it is not there. Nothing was done. Use browser_view and a number.`,
    )
  return found
}

function sharesWord(name: string, description: string): boolean {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const wanted = new Set(words(description))
  return words(name).some((word) => wanted.has(word))
}

/** False when the model, shown the surroundings of the point twice as large, says that it is something else. */
async function secondLook(
  eyes: Eyes,
  tab: Tab,
  at: { x: number; y: number },
  description: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { cssLayoutViewport: view } = await tab.ask(() => tab.cdp.send('Page.getLayoutMetrics'))
  const w = Math.min(near.width, view.clientWidth)
  const h = Math.min(near.height, view.clientHeight)
  const left = Math.max(0, Math.min(at.x - w / 2, view.clientWidth - w))
  const top = Math.max(0, Math.min(at.y - h / 2, view.clientHeight - h))
  const clip = { x: view.pageX + left, y: view.pageY + top, width: w, height: h, scale: 2 }
  const { data } = await tab.ask(
    () => tab.cdp.send('Page.captureScreenshot', { format: 'jpeg', quality: 80, clip }),
    15_000,
  )
  const image = { mime: 'image/jpeg', data, width: w * 2, height: h * 2 }
  const [x, y] = [Math.round((at.x - left) * 2), Math.round((at.y - top) * 2)]
  const answer = await ask(
    eyes,
    image,
    `The picture is a part of a screenshot, ${image.width} x ${image.height} pixels. Is the point ${x} from the left and ${y} from the top on this: ${description}\nAnswer with JSON only: {"yes": true} or {"yes": false}.`,
    signal,
  )
  return !/"yes"\s*:\s*false|^\s*no\b/i.test(answer.replace(/<think>[\s\S]*?<\/think>/g, ''))
}

/** The element at a point of the viewport, in whichever frame it lies; else the bare point. */
export async function elementAt(
  tab: Tab,
  x: number,
  y: number,
  via: 'vision' | 'point' = 'vision',
): Promise<Place | Spot> {
  const worlds = await tab.frames()
  for (const world of [...worlds].reverse()) {
    if (world.parent) {
      const spot = await place(world).catch(() => undefined)
      if (!spot?.visible) continue
      const over = (await world.parent
        .callOn(world.holderNode!, 'frameHit', [
          (x - world.parent.offset.x) / world.parent.offset.scale,
          (y - world.parent.offset.y) / world.parent.offset.scale,
        ])
        .catch(() => ({ ok: false }))) as { ok: boolean }
      if (!over.ok) continue
    }
    const hit = await world.call('at', [
      (x - world.offset.x) / world.offset.scale,
      (y - world.offset.y) / world.offset.scale,
      tab.next,
    ])
    if (!hit) return { x, y, via }
    tab.next = Math.max(tab.next, hit.next)
    show(tab, world, { id: hit.id, ...hit.item.sig, live: true, url: await world.call('extractUrl', []) })
    return { world, id: hit.id, via: 'vision', name: hit.item.sig.name, kind: hit.item.kind }
  }
  return { x, y, via }
}

function question(description: string, width: number, height: number): string {
  return (
    `The picture is a screenshot, ${width} x ${height} pixels. Where is: ${description}\n` +
    'Answer with JSON only: {"found": true, "x": X, "y": Y, "label": "what is there"}, the middle of it, or {"found": false}.'
  )
}

async function ask(
  eyes: Eyes,
  image: { mime: string; data: string; width: number; height: number },
  text: string,
  signal: AbortSignal,
): Promise<string> {
  const started = performance.now()
  try {
    return await within(limitMs, signal, (limit) => eyes.see({ image, question: text }, limit))
  } catch (error) {
    signal.throwIfAborted()
    const why =
      performance.now() - started >= limitMs
        ? 'did not answer within 30 s'
        : `failed: ${error instanceof Error ? error.message.split('\n')[0] : error}`
    throw new Refusal('E_VISION', `The vision model ${why}. Use browser_view and a number instead.`)
  }
}

/** Both shapes that models answer in: {found,x,y} and {action,parameters:{x,y}}, also as [x, y] or box. */
export function readPoint(answer: string): { x: number; y: number } | undefined {
  const text = answer.replace(/<think>[\s\S]*?<\/think>/g, '')
  for (const m of text.matchAll(/\{[\s\S]*\}/g)) {
    try {
      const value = JSON.parse(m[0]) as Record<string, unknown>
      const inner = (value.parameters ?? value.arguments ?? value) as Record<string, unknown>
      if (value.found === false) return undefined
      const point = pair(
        inner.point ?? inner.coordinate ?? inner.coordinates ?? inner.position ?? [inner.x, inner.y],
      )
      const box = inner.bbox ?? inner.bbox_2d ?? inner.box
      if (point) return point
      if (Array.isArray(box) && box.length === 4)
        return pair([(Number(box[0]) + Number(box[2])) / 2, (Number(box[1]) + Number(box[3])) / 2])
    } catch {
      // Words around the JSON, or none at all: the plain pattern below decides.
    }
  }
  if (/"found"\s*:\s*false/.test(text)) return undefined
  const plain =
    text.match(/"?x"?\s*[:=]\s*(-?[\d.]+)\D+?"?y"?\s*[:=]\s*(-?[\d.]+)/) ??
    text.match(/[([<]\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*[)\]>]/)
  return plain ? pair([plain[1], plain[2]]) : undefined
}
function pair(value: unknown): { x: number; y: number } | undefined {
  if (!Array.isArray(value) || value.length < 2 || value[0] === undefined || value[0] === null)
    return undefined
  const [x, y] = [Number(value[0]), Number(value[1])]
  return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : undefined
}

export function toPixels(
  point: { x: number; y: number },
  space: Space,
  image: { width: number; height: number },
): { x: number; y: number } {
  const unit = space === 'pixel' ? undefined : space === 'norm1000' ? 1000 : 1
  return unit ? { x: (point.x / unit) * image.width, y: (point.y / unit) * image.height } : point
}

/** Which coordinates a model speaks in, found once with a picture of three marks whose places are known. */
export function spaceOf(eyes: Eyes, signal: AbortSignal): Promise<Space> {
  const known = calibrated.get(eyes.name)
  if (known) return known
  const work = calibrate(eyes, signal)
  calibrated.set(eyes.name, work)
  work.catch(() => calibrated.delete(eyes.name))
  return work
}

const marks = [
  { colour: 'red', rgb: [220, 20, 20], x: 180, y: 140 },
  { colour: 'green', rgb: [20, 160, 40], x: 930, y: 330 },
  { colour: 'blue', rgb: [30, 60, 220], x: 420, y: 700 },
] as const
const [width, height] = [1120, 840]

async function calibrate(eyes: Eyes, signal: AbortSignal): Promise<Space> {
  const image = { mime: 'image/png', data: markedPicture().toString('base64'), width, height }
  const errors: Record<Space, number> = { pixel: 0, norm1000: 0, norm1: 0 }
  for (const mark of marks) {
    const point = readPoint(
      await ask(eyes, image, question(`the ${mark.colour} square`, width, height), signal),
    )
    if (!point)
      throw new Refusal(
        'E_NO_VISION',
        `The model ${eyes.name} could not find a plain ${mark.colour} square in a test picture: it can't be used to find things. Use numbers from browser_view.`,
      )
    for (const space of ['pixel', 'norm1000', 'norm1'] as const) {
      const px = toPixels(point, space, image)
      errors[space] = Math.max(errors[space], Math.hypot(px.x - mark.x, px.y - mark.y))
    }
  }
  const best = (Object.keys(errors) as Space[]).sort((a, b) => errors[a] - errors[b])[0]!
  if (errors[best] > worstError)
    throw new Refusal(
      'E_NO_VISION',
      `The model ${eyes.name} misses known marks by ${Math.round(errors[best])} pixels: it can't be used to find things. Use numbers from browser_view.`,
    )
  return best
}

function markedPicture(): Buffer {
  const rows: Buffer[] = []
  for (let y = 0; y < height; y++) {
    const row = Buffer.alloc(1 + width * 3, 245)
    row[0] = 0
    for (const mark of marks) {
      if (Math.abs(y - mark.y) > 24) continue
      for (let x = mark.x - 24; x <= mark.x + 24; x++)
        for (let c = 0; c < 3; c++) row[1 + x * 3 + c] = mark.rgb[c]!
    }
    rows.push(row)
  }
  return png(width, height, Buffer.concat(rows))
}

/** A PNG of 8-bit RGB rows, each led by its filter byte. */
function png(w: number, h: number, raw: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(w, 0)
  head.writeUInt32BE(h, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc(body), body.length + 4)
  return out
}
function crc(data: Buffer): number {
  let c = 0xffffffff
  for (const byte of data) {
    c ^= byte
    for (let i = 0; i < 8; i++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1
  }
  return (c ^ 0xffffffff) >>> 0
}
