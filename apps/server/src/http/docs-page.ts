interface Description {
  info: { title: string; version: string }
  paths?: Record<string, Record<string, Operation>>
}
interface Operation {
  summary?: string
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: unknown
  responses?: Record<string, unknown>
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const plain = (text: string) => text.replace(/[&<>"]/g, (char) => escapes[char] ?? char)

/** The API as one plain page: made here, with no script and nothing from elsewhere. */
export function docsPage({ info, paths = {} }: Description): string {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method, path, operation)),
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${plain(info.title)}</title><style>
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
details{border-top:1px solid #ddd;padding:.4rem 0}summary{cursor:pointer}code{font-size:13px}
b{display:inline-block;min-width:4.5rem}pre{background:#f5f5f5;padding:.6rem;overflow:auto;font-size:12px}
</style></head><body>
<h1>${plain(info.title)} ${plain(info.version)}</h1>
<p>Scripts send <code>Authorization: Bearer TOKEN</code> with a token made in Settings. The same as
<a href="openapi.json">openapi.json</a>.</p>
${routes.join('\n')}
</body></html>`
}

function section(method: string, path: string, operation: Operation): string {
  const names = (operation.parameters ?? []).map((one) => `${one.name}${one.required ? '' : '?'} (${one.in})`)
  const body = operation.requestBody === undefined ? '' : block('Body', operation.requestBody)
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${plain(path)}</code></summary>
${names.length === 0 ? '' : `<p>Parameters: ${plain(names.join(', '))}</p>`}
${body}${block('Answers', operation.responses ?? {})}</details>`
}

const block = (title: string, value: unknown) =>
  `<p>${title}</p><pre>${plain(JSON.stringify(value, null, 1))}</pre>`
