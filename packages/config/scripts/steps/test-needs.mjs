import { existsSync } from 'node:fs'
import { logFile } from '../place.mjs'
import { say, timed } from '../say.mjs'
import { aptInstall, isDebianFamily, isRoot } from '../shell.mjs'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** What only tests need. Where it can't be installed, the tests that need it skip and say so. */
export async function testNeeds() {
  if (CHROMIUM.some((path) => existsSync(path))) return
  if (!isRoot() || !isDebianFamily()) {
    say.warn('No Chromium found: the browser tests will skip. On Debian: sudo apt-get install chromium')
    return
  }
  await timed('Installing Chromium and fonts for the tests', () =>
    aptInstall(['chromium', 'fonts-noto-cjk', 'fonts-noto-color-emoji'], logFile('apt')),
  )
}
