import { searchArticles } from './articles.mjs'
import { flightsFor } from './flights.mjs'
import { cookieOf, escapeHtml, readForm, redirect, sendPage } from './page.mjs'

/** Answers what is no file; true when it did. */
export async function answerShop(context) {
  const route = routes[`${context.request.method} ${context.url.pathname}`]
  if (!route) return false
  await route(context)
  return true
}

const routes = {
  'GET /articles/search': async ({ url, response }) => {
    const query = url.searchParams.get('q') ?? ''
    const hits = await searchArticles(query)
    const list = hits.map(
      ({ href, title, line }) => `<li><a href="${href}">${escapeHtml(title)}</a><br>${escapeHtml(line)}</li>`,
    )
    const main = `<h1>${hits.length} article${hits.length === 1 ? '' : 's'} for “${escapeHtml(query)}”</h1><ol>${list.join('')}</ol><p><a href="/articles/">All articles</a></p>`
    sendPage(response, `Search: ${escapeHtml(query)}`, main)
  },

  'GET /flights/results': ({ url, response }) => {
    const { from, to, depart, passengers, sort } = Object.fromEntries(url.searchParams)
    const problem = flightProblem(from, to, depart)
    if (problem)
      return sendPage(
        response,
        'Flights',
        `<h1>No search was made</h1><p role="alert">${problem}</p><p><a href="/flights/">Back to the form</a></p>`,
        { status: 400 },
      )
    const flights = flightsFor({ from, to, depart, passengers: Number(passengers) || 1, sort })
    sendPage(
      response,
      `${escapeHtml(from)} to ${escapeHtml(to)}`,
      resultsMain(url, flights, { from, to, depart }),
    )
  },

  'GET /login': ({ url, response }) =>
    sendPage(response, 'Sign in', loginForm(url.searchParams.get('next') ?? '/account')),

  'POST /login': async ({ request, response }) => {
    const form = await readForm(request)
    const next = form.get('next') ?? '/account'
    if (form.get('user') !== 'demo' || form.get('password') !== 'meadow')
      return sendPage(
        response,
        'Sign in',
        `<p role="alert">User name or password is wrong.</p>${loginForm(next)}`,
        { status: 401 },
      )
    // Only a path of this site: an address of another one would send people away.
    redirect(response, /^\/[^/\\]/.test(next) ? next : '/account', {
      'set-cookie': 'visitor=demo; Path=/; HttpOnly; SameSite=Lax',
    })
  },

  'GET /logout': ({ response }) =>
    redirect(response, '/login', { 'set-cookie': 'visitor=; Path=/; Max-Age=0' }),

  'GET /account': ({ request, response }) => {
    if (cookieOf(request, 'visitor') !== 'demo') return redirect(response, '/login?next=/account')
    sendPage(
      response,
      'Your account',
      '<h1>Welcome, demo</h1><p>Member since May. Two orders, no messages.</p><p><a href="/logout">Sign out</a></p>',
    )
  },

  'POST /shop/checkout': async ({ request, response, origins }) => {
    const form = await readForm(request)
    const query = new URLSearchParams({ item: form.get('item') ?? '', amount: form.get('amount') ?? '' })
    redirect(response, `${origins.pay}/?${query}`)
  },
}

const loginForm = (next) => `<h1>Sign in</h1>
<form method="post" action="/login">
<input type="hidden" name="next" value="${escapeHtml(next)}">
<p><label>User name <input name="user" autocomplete="username"></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password"></label></p>
<p><button>Sign in</button></p>
</form>`

function flightProblem(from, to, depart) {
  if (!from || !to) return 'Please choose where from and where to.'
  if (from === to) return 'From and to are the same place.'
  if (!/^\d{4}-\d{2}-\d{2}$/.test(depart ?? '')) return 'Please choose a departure date in the calendar.'
  if (depart < new Date().toISOString().slice(0, 10)) return 'The departure date is past.'
  return undefined
}

function resultsMain(url, flights, { from, to, depart }) {
  const sorted = new URL(url)
  sorted.searchParams.set('sort', 'price')
  const rows = flights.map(
    ({ number, leaves, arrives, stops, price }) =>
      `<tr><td>${number}</td><td>${leaves}–${arrives}</td><td>${stops}</td><td>${price} EUR</td><td><button type="button" onclick="document.getElementById('chosen').textContent='Chosen: ${number}, ${price} EUR'">Choose ${number}</button></td></tr>`,
  )
  return `<h1>${escapeHtml(from)} to ${escapeHtml(to)} on ${escapeHtml(depart)}</h1>
<p>${flights.length} flights. <a href="${escapeHtml(sorted.pathname + sorted.search)}">Cheapest first</a></p>
<table><thead><tr><th>Flight</th><th>Time</th><th>Stops</th><th>Price</th><th></th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
<p id="chosen" role="status"></p>`
}
