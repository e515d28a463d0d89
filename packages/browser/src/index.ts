export * from './browser-session.ts'
export type { ArtefactSink, BrowserOptions, DownloadNews } from './options.ts'
export type { Risk, RiskQuestion } from './risk.ts'
export { BrowserSession } from './session.ts'
