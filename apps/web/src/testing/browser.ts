import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { distFolder } from './serve-page.ts'

const CHROMIUM = '/usr/bin/chromium'

/** Why browser tests cannot run here, or undefined when they can. */
export const whyNoBrowser = (): string | undefined => {
  if (!existsSync(CHROMIUM)) return `${CHROMIUM} is missing`
  if (!existsSync(join(distFolder, 'index.html'))) return 'the page is not built (vite build in apps/web)'
  return undefined
}

interface Options {
  width?: number
  height?: number
  dark?: boolean
  language?: string
  /** more switches of Chromium */
  args?: string[]
}

/** A fresh profile in Debian's Chromium. `end` closes it and takes the profile away. */
export async function openBrowser(
  options: Options = {},
): Promise<{ context: BrowserContext; end(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'deskhand-page-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    headless: true,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    locale: options.language ?? 'en-US',
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--disable-sync',
      ...(options.args ?? []),
    ],
  })
  return {
    context,
    async end() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
