import type { Route } from '../http/route.ts'
import { browserKey, browserRestart, clipboardRead, clipboardWrite } from './browser.ts'
import { callFind } from './calls.ts'
import { cdpJson, cdpJsonRoot, cdpSocket } from './cdp.ts'
import { events } from './events.ts'
import { fileDownload, fileUpload } from './file-content.ts'
import {
  fileArchive,
  fileEdit,
  fileList,
  fileMove,
  fileRead,
  fileRemove,
  fileSearch,
  fileStat,
  fileWrite,
} from './files.ts'
import { health } from './health.ts'
import { ports, proxy, proxySocket } from './ports.ts'
import { relay } from './relay.ts'
import { processesStop, shellAttach, shellContinue, shellExec, shellList, shellSize } from './shells.ts'
import { vnc } from './vnc.ts'

/** Every way into the gateway. */
export const routes: readonly Route[] = [
  health,
  events,
  relay,
  vnc,
  cdpJson,
  cdpJsonRoot,
  cdpSocket,
  browserKey,
  browserRestart,
  clipboardRead,
  clipboardWrite,
  shellExec,
  shellContinue,
  shellList,
  shellSize,
  shellAttach,
  processesStop,
  callFind,
  fileList,
  fileStat,
  fileRead,
  fileWrite,
  fileEdit,
  fileSearch,
  fileMove,
  fileRemove,
  fileArchive,
  fileDownload,
  fileUpload,
  ports,
  proxy,
  proxySocket,
]
