export * from './manual-clock.ts'
export * from './measure-stall.ts'
export * from './scripted-model.ts'
export * from './wire-server.ts'
