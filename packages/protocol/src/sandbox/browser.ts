import { z } from 'zod'

/** POST /browser/key: one key or combination as X names them: "Return", "Escape", "ctrl+w". */
export const BrowserKey = z.object({ key: z.string().regex(/^[A-Za-z0-9_]+(\+[A-Za-z0-9_]+)*$/) })
export type BrowserKey = z.infer<typeof BrowserKey>

/** GET and PUT /clipboard: the display's. */
export const Clipboard = z.object({ text: z.string().max(4 * 1024 * 1024) })
export type Clipboard = z.infer<typeof Clipboard>

// POST /browser/restart: no body; the browser is ended and started again.
