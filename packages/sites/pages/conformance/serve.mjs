// Serves these pages on two ports of loopback, so that one can frame the other's; prints `ready PORT PORT`.
// Usage: node serve.mjs [PORT PORT]
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const types = { '.html': 'text/html; charset=utf-8', '.svg': 'image/svg+xml', '.js': 'text/javascript' }

/** A one-page PDF that says a line of text. */
function pdf(text) {
  const stream = `BT /F1 18 Tf 60 700 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let out = '%PDF-1.4\n'
  const places = objects.map((body, i) => {
    const at = out.length
    out += `${i + 1} 0 obj\n${body}\nendobj\n`
    return at
  })
  const table = out.length
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  out += places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  return `${out}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
}

const html = (response, status, body, headers = {}) => {
  response.writeHead(status, { 'content-type': types['.html'], ...headers })
  response.end(body)
}

const routes = {
  '/poll': (_, response) => response.end('ok'),
  '/stream': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const timer = setInterval(() => response.write('data: tick\n\n'), 200)
    response.on('close', () => clearInterval(timer))
  },
  '/slow': (url, response) =>
    setTimeout(() => html(response, 200, '<title>Slow page</title><h1>Slow but here</h1>'), Number(url.searchParams.get('ms') ?? 4000)),
  '/never': () => {},
  '/hanging': (_, response) => {
    response.writeHead(200, { 'content-type': types['.html'] })
    response.end('<title>Hanging</title><h1>Usable</h1><button onclick="document.title=\'pressed\'">Press</button><img src="/never"><script>setInterval(() => fetch("/poll"), 200); fetch("/never")</script>')
  },
  '/redirect': (url, response) => {
    const n = Number(url.searchParams.get('n') ?? 0)
    if (n > 0) response.writeHead(302, { location: `/redirect?n=${n - 1}` }).end()
    else html(response, 200, '<title>Landed</title><h1>Landed</h1>')
  },
  '/file': (url, response) => {
    const kind = url.searchParams.get('kind')
    const names = {
      disposition: `attachment; filename="r.csv"; filename*=UTF-8''%E6%8A%A5%20%E8%A1%A8.csv`,
      evil: 'attachment; filename="../../etc/evil.txt"',
      slow: 'attachment; filename="slow.bin"',
    }
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': names[kind] ?? 'attachment' })
    if (kind !== 'slow') return response.end('month,sum\n1,100\n')
    let left = 30
    const timer = setInterval(() => {
      response.write(Buffer.alloc(1024 * 1024, 120))
      if (--left === 0) {
        clearInterval(timer)
        response.end()
      }
    }, 40)
  },
  '/paper.pdf': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' })
    response.end(pdf('Ferns unroll at dawn'))
  },
}

function answer(request, response) {
  const url = new URL(request.url, 'http://here')
  const route = routes[url.pathname]
  if (route) return route(url, response)
  const file = join(folder, normalize(decodeURIComponent(url.pathname)))
  const ending = file.match(/\.\w+$/)?.[0] ?? ''
  if (!file.startsWith(folder) || !types[ending] || !existsSync(file)) return html(response, 404, '<title>Not found</title><h1>Nothing here</h1>')
  response.writeHead(200, { 'content-type': types[ending], 'cache-control': 'no-store' })
  createReadStream(file).pipe(response)
}

const ports = await Promise.all(
  [process.argv[2] ?? '0', process.argv[3] ?? '0'].map(
    (port) =>
      new Promise((done) => {
        // `localhost` may be the IPv6 one.
        const server = createServer(answer).listen(Number(port), () => done(server.address().port))
      }),
  ),
)
console.log(`ready ${ports.join(' ')}`)
