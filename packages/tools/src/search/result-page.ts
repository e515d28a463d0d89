import {
  type SearchContext,
  SearchFailed,
  type SearchHit,
  type SearchProvider,
  type SearchQuery,
} from './provider.ts'

/** An engine's result page, read by the sandbox's own Chrome in a tab of its own. */
export interface ResultPage {
  engine: string
  url(query: SearchQuery): string
  /** hosts whose links are the engine's own (its menus, its ads) and no results */
  own: RegExp
}

/**
 * Reads result links without knowing an engine's markup, which changes every few months: a result is a heading that
 * leads to another host, and where a page has too few of those, a link in a list whose text is long enough to be one;
 * its snippet is the text around it. Detours over the engine itself are undone where their address tells the aim. It
 * runs in the page.
 */
const READ = `
const own = new RegExp(OWN), seen = new Set(), found = [];
const blocked = /unusual traffic|are you a robot|captcha|verify you are human|安全验证/i.test(document.title + document.body.innerText.slice(0, 3000));
const http = (text) => !!text && /^https?:\\/\\//.test(text) && URL.canParse(text);
const packed = (text) => {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0)));
  } catch { return ''; }
};
const target = (a) => {
  const url = new URL(a.href, location.href);
  for (const key of ['uddg', 'url', 'u', 'q']) {
    const inner = url.searchParams.get(key) || '';
    if (http(inner)) return inner;
    const aim = /^a1/.test(inner) ? packed(inner.slice(2)) : '';
    if (http(aim)) return aim;
  }
  const told = own.test(url.hostname) && a.closest('[mu]')?.getAttribute('mu');
  if (told && http(told) && !own.test(new URL(told).hostname)) return told;
  return url.href;
};
const headings = 'h2 a[href],h3 a[href],a[href] h2,a[href] h3';
const take = (a, heading) => {
  const title = (heading || a).innerText.replace(/\\s+/g, ' ').trim();
  if (title.length < (heading ? 2 : 8) || a.getClientRects().length === 0) return;
  const href = target(a);
  if (!http(href) || seen.has(href)) return;
  if (own.test(new URL(href).hostname) && !(heading && /link\\?url=|ck\\/a/.test(href))) return;
  seen.add(href);
  let box = a, text = '';
  for (let i = 0; i < 6 && box.parentElement; i++) {
    box = box.parentElement;
    if (box.querySelectorAll(headings).length > 1) break;
    text = box.innerText.trim();
    if (text.length > title.length + 60) break;
  }
  found.push({ title, url: href, snippet: text.replace(/\\s+/g, ' ').replace(title, '').trim().slice(0, 300) });
};
for (const el of document.querySelectorAll(headings)) if (found.length < 30) take(el.closest('a[href]'), el);
if (found.length < 3)
  for (const a of document.querySelectorAll('a[href]'))
    if (found.length < 30 && a.closest('article,li,[data-testid],.result')) take(a);
return { blocked, found };`

export async function readResultPage(
  page: ResultPage,
  query: SearchQuery,
  context: SearchContext,
): Promise<SearchHit[]> {
  const browser = await context.world.browser(context.signal)
  const answer = (await browser.readInOwnTab(
    page.url(query),
    READ.replace('OWN', () => JSON.stringify(page.own.source)),
    context.signal,
  )) as { blocked: boolean; found: SearchHit[] }
  if (answer.blocked && answer.found.length === 0)
    throw new SearchFailed(`${page.engine} asks whether a robot is searching`)
  if (answer.found.length === 0) throw new SearchFailed(`${page.engine} showed no results that could be read`)
  return answer.found.slice(0, query.count)
}

/** A provider that needs no key: the result page of one engine. */
export const pageProvider = (page: ResultPage): SearchProvider => ({
  name: page.engine,
  settings: [],
  ready: () => true,
  search: (query, context) => readResultPage(page, query, context),
})
