const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it may stand in HTML, attributes too. */
export const escapeHtml = (text) => String(text).replace(/[&<>"']/g, (sign) => entities[sign])

/** A whole page around its main part. `title` and `main` are HTML already. */
export const page = (title, main) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="/style.css"></head>
<body>
<header><a href="/">Meadow Square</a> <nav><a href="/articles/">Articles</a> <a href="/flights/">Flights</a> <a href="/shop/">Shop</a> <a href="/login">Sign in</a></nav></header>
<main>
${main}
</main>
</body>
</html>
`

export function sendPage(response, title, main, { status = 200, headers = {} } = {}) {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(page(title, main))
}

export function redirect(response, location, headers = {}) {
  response.writeHead(303, { location, ...headers })
  response.end()
}

/** The fields of a posted form; at most 64 KiB are read. */
export async function readForm(request) {
  const parts = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > 65_536) throw new Error('The form is larger than 64 KiB')
    parts.push(part)
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}

export const cookieOf = (request, name) =>
  Object.fromEntries((request.headers.cookie ?? '').split('; ').map((pair) => pair.split('=')))[name]
