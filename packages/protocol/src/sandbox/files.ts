import { z } from 'zod'

// Paths everywhere: absolute, or relative to /workspace; answered absolute. The gateway acts as the sandbox's own
// user, so what that user may not read is refused by the system, not by a rule of ours.

/** GET /files?path=&hidden= */
export const FileEntry = z.object({
  name: z.string(),
  path: z.string(),
  type: z.enum(['file', 'dir', 'link']),
  size: z.number(),
  /** ms since 1970 */
  mtime: z.number(),
})
export type FileEntry = z.infer<typeof FileEntry>
export const FileList = z.object({ path: z.string(), entries: z.array(FileEntry) })
export type FileList = z.infer<typeof FileList>

/** GET /files/stat?path=&sha256=1 (links followed). 404 when it is not there. */
export const FileStat = z.object({
  path: z.string(),
  type: z.enum(['file', 'dir', 'other']),
  size: z.number(),
  mtime: z.number(),
  mime: z.string(),
  sha256: z.string().optional(),
})
export type FileStat = z.infer<typeof FileStat>

/** POST /files/read */
export const FileRead = z.object({
  path: z.string(),
  startLine: z.number().int().min(1).optional(),
  endLine: z.number().int().min(1).optional(),
  maxChars: z.number().default(200_000),
})
export type FileRead = z.input<typeof FileRead>

export const FileReadResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    path: z.string(),
    text: z.string(),
    encoding: z.string(),
    lineEnd: z.enum(['lf', 'crlf', 'mixed', 'none']),
    totalLines: z.number(),
    startLine: z.number(),
    endLine: z.number(),
    size: z.number(),
    /** more was there than maxChars */
    cut: z.boolean(),
  }),
  z.object({
    kind: z.literal('pdf'),
    path: z.string(),
    text: z.string(),
    pages: z.number(),
    size: z.number(),
    cut: z.boolean(),
  }),
  z.object({
    kind: z.literal('image'),
    path: z.string(),
    mime: z.string(),
    size: z.number(),
    width: z.number().optional(),
    height: z.number().optional(),
  }),
  z.object({ kind: z.literal('binary'), path: z.string(), mime: z.string(), size: z.number() }),
  z.object({ kind: z.literal('dir'), path: z.string(), entries: z.array(FileEntry), total: z.number() }),
])
export type FileReadResult = z.infer<typeof FileReadResult>

/** POST /files/write: atomic; parent folders are made; an existing text file keeps its encoding and line ends when appended to. */
export const FileWrite = z.object({
  callId: z.string().optional(),
  path: z.string(),
  content: z.string(),
  append: z.boolean().default(false),
})
export type FileWrite = z.input<typeof FileWrite>
export const FileWriteResult = z.object({
  path: z.string(),
  size: z.number(),
  created: z.boolean(),
  encoding: z.string(),
  lines: z.number(),
})
export type FileWriteResult = z.infer<typeof FileWriteResult>

/** POST /files/edit: exactly one match unless `all`. 409 NO_MATCH or MANY_MATCHES with the line numbers. */
export const FileEdit = z.object({
  callId: z.string().optional(),
  path: z.string(),
  old: z.string().min(1),
  new: z.string(),
  all: z.boolean().default(false),
})
export type FileEdit = z.input<typeof FileEdit>
export const FileEditResult = z.object({
  path: z.string(),
  replaced: z.number(),
  size: z.number(),
  encoding: z.string(),
  /** unified diff of what changed, at most 20,000 characters */
  diff: z.string(),
})
export type FileEditResult = z.infer<typeof FileEditResult>

/** POST /files/search: regular expression for content, glob for names. */
export const FileSearch = z.object({
  pattern: z.string().min(1),
  path: z.string().default('/workspace'),
  kind: z.enum(['content', 'name']).default('content'),
  maxHits: z.number().int().max(1000).default(200),
})
export type FileSearch = z.input<typeof FileSearch>
export const FileSearchResult = z.object({
  hits: z.array(z.object({ path: z.string(), line: z.number().optional(), text: z.string().optional() })),
  /** more were there */
  cut: z.boolean(),
  filesSearched: z.number().optional(),
})
export type FileSearchResult = z.infer<typeof FileSearchResult>

/** POST /files/move: folders above `to` are made; 409 EXISTS when something is there. */
export const FileMove = z.object({ from: z.string().min(1), to: z.string().min(1) })
export type FileMove = z.infer<typeof FileMove>

/** Every refusal of the gateway. */
export const GatewayError = z.object({ error: z.object({ code: z.string(), message: z.string() }) })
export type GatewayError = z.infer<typeof GatewayError>

// Raw bytes, beside these: GET and PUT /files/content?path= (Range on GET; streamed both ways; PUT is atomic and
// answers {path,size}), GET /files/archive?path= (zip), POST /files/move {from,to}, DELETE /files?path=.
