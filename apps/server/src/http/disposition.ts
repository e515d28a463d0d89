/**
 * Content-Disposition for any file name (RFC 6266): an ASCII form for old clients, and the name itself in UTF-8.
 * Without line ends and quotes a name cannot write a header of its own.
 */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(wellFormed(name)).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

// Half a character would make encodeURIComponent throw.
const wellFormed = (text: string) => Buffer.from(text).toString()

// What a browser shows without running any of it. SVG and HTML are not among them: they may hold scripts.
const shown = /^(image\/(png|jpeg|gif|webp|avif|bmp)|text\/plain|application\/pdf|audio\/|video\/)/

/** Headers for a file that a stranger may have made: never run, never guessed at. */
export function fileHeaders(name: string, mime: string, download: boolean): Record<string, string> {
  const inline = !download && shown.test(mime)
  return {
    'content-type': /^text\//.test(mime) ? 'text/plain; charset=utf-8' : mime,
    'content-disposition': disposition(inline ? 'inline' : 'attachment', name),
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  }
}
