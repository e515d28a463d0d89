// Everything is relative to <base href>: the page never knows a host, a port or the sub-path it was served under.

/** Absolute URL of an API path ("sessions/4f2/events"). */
export const apiUrl = (path: string): string => new URL(`api/${path}`, document.baseURI).href

/** The same for a WebSocket. */
export const socketUrl = (path: string): string => apiUrl(path).replace(/^http/, 'ws')

/** What wouter puts before each of its paths: '' or '/agent'. */
export const routerBase = (): string => new URL(document.baseURI).pathname.replace(/\/[^/]*$/, '')
