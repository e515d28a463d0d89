import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserResult } from '../browser-session.ts'
import type { BrowserSession } from '../session.ts'

/** What a policy has in its hands: the tools' own calls, and the verdict of the page at the end. */
export interface Bench {
  browser: BrowserSession
  /** address of a page; `query` begins without a question mark */
  url(page: string, query?: string): string
  otherPort: number
  /** files that came into the workspace */
  downloads(): Promise<Map<string, Buffer>>
  /** puts a file of that many bytes there and answers its path */
  file(name: string, bytes: number): Promise<string>
  reconnect(): Promise<void>
}
export interface Conformance {
  page: string
  /** what it is about, as a sentence that is true */
  says: string
  run(bench: Bench): Promise<void>
}

export async function openPage(bench: Bench, page: string, query?: string): Promise<BrowserResult> {
  return ok(await bench.browser.open({ url: bench.url(page, query) }))
}
export function ok(result: BrowserResult): BrowserResult {
  assert.equal(result.outcome, 'ok', `${result.code ?? ''} ${result.text}`)
  return result
}
export function refused(result: BrowserResult, code: string): BrowserResult {
  assert.equal(result.code, code, result.text)
  assert.equal(result.outcome, 'failed', result.text)
  return result
}
/** The number of the first line that matches. */
export function numberOf(text: string, pattern: RegExp): string {
  const line = text.split('\n').find((l) => pattern.test(l) && /\[\d+\]/.test(l))
  assert.ok(line, `no line matches ${pattern} in:\n${text}`)
  const at = line.search(pattern)
  const all = [...line.matchAll(/\[(\d+)\]/g)]
  // The number that stands before the words, or the first of the line.
  return ([...all].reverse().find((m) => m.index <= at) ?? all[0])![1]!
}
export async function passed(bench: Bench): Promise<void> {
  const { text } = await bench.browser.script({ code: 'window.__verdict' })
  assert.match(text, /"ok":true/, text)
}
export async function list(bench: Bench): Promise<string> {
  return ok(await bench.browser.view({})).text
}

export interface PageServer {
  port: number
  otherPort: number
  stop(): void
}
/** Serves the conformance pages on two free ports of this machine. */
export async function servePages(folder: string): Promise<PageServer> {
  const child: ChildProcess = spawn(process.execPath, [join(folder, 'serve.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port, otherPort] = await new Promise<number[]>((done, fail) => {
    child.once('exit', (code) => fail(new Error(`the page server ended with ${code}`)))
    child.stdout!.on('data', (data) => {
      const m = String(data).match(/ready (\d+) (\d+)/)
      if (m) done([Number(m[1]), Number(m[2])])
    })
  })
  return { port: port!, otherPort: otherPort!, stop: () => void child.kill('SIGKILL') }
}
export async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const out = new Map<string, Buffer>()
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) out.set(entry.name, await readFile(join(folder, entry.name)))
  return out
}
