import { messageAsk } from './message-ask.ts'
import { messageNotify } from './message-notify.ts'
import { stepDone } from './step-done.ts'

export const controlTools = [messageNotify, messageAsk, stepDone]
