export interface Document {
  fields: Record<string, string | string[]>
  body: string
}

/**
 * The head between two `---` lines, as `name: value` or as a list below `name:`; the rest is the body.
 * Only what notes and skills use of YAML: texts, [a, b] and "- item" lines.
 */
export function readDocument(text: string): Document {
  const [, head, body] = /^﻿?---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text) ?? []
  if (head === undefined || body === undefined) return { fields: {}, body: text }
  const fields: Document['fields'] = {}
  let open: string | undefined
  for (const line of head.split(/\r?\n/)) {
    const [, item] = /^\s*-\s+(.*)$/.exec(line) ?? []
    const [, name, value] = /^([\w-]+)\s*:\s*(.*)$/.exec(line) ?? []
    if (item !== undefined && open !== undefined) fields[open] = [...list(fields[open]), plain(item)]
    else if (name !== undefined && value !== undefined) {
      open = name
      fields[name] = /^\[.*\]$/.test(value) ? list(value.slice(1, -1)) : plain(value)
    }
  }
  return { fields, body: body.trimStart() }
}

/** A field as a list: what stands in a list, or between commas. */
export function list(value: string | string[] | undefined): string[] {
  if (Array.isArray(value)) return value
  return (value ?? '')
    .split(/[,，]/)
    .map(plain)
    .filter((one) => one !== '')
}

const plain = (value: string) => value.trim().replace(/^(["'])(.*)\1$/, '$2')
