import type { Page } from 'playwright-core'

/**
 * Begins the page's episode of this seed; answers the goal in words. The goal's text is taken off the page, and what
 * shows the score is hidden (the page's own code still writes to it): who plays hears the goal once.
 */
export async function startEpisode(page: Page, seed: number): Promise<string> {
  await page.reload()
  await page.evaluate(`Math.seedrandom(${seed}); core.EPISODE_MAX_TIME = 1e7; core.startEpisodeReal()`)
  await page.waitForFunction('window.WOB_TASK_READY !== false', undefined, { timeout: 5000 })
  return page.evaluate<string>(`(() => {
    const said = core.getUtterance()
    for (const id of ['reward-display', 'click-canvas', 'sync-task-cover']) {
      const el = document.getElementById(id)
      if (el) el.style.display = 'none'
    }
    const query = document.getElementById('query')
    if (query) query.textContent = ''
    return typeof said === 'string' ? said : said.utterance
  })()`)
}
