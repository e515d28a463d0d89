import type { Duplex } from 'node:stream'
import type {
  CallRecord,
  FileEdit,
  FileEditResult,
  FileList,
  FileRead,
  FileReadResult,
  FileSearch,
  FileSearchResult,
  FileStat,
  FileWrite,
  FileWriteResult,
  Health,
  ListeningPort,
  ShellContinue,
  ShellExec,
  ShellInfo,
  ShellResult,
  StopProcesses,
  StoppedProcesses,
} from '@deskhand/protocol/sandbox'

export interface CallOptions {
  signal?: AbortSignal
}
export interface ShellOptions extends CallOptions {
  /** what the command writes, as it comes, plain text */
  onOutput?: (text: string) => void
}

/**
 * One session's computer, as tools see it. It can't be destroyed from here: the lifecycle is SandboxHost's.
 * Every method throws SandboxError (`code`, a sentence) when the sandbox refuses or does not answer, and the signal's
 * reason when it is aborted; an aborted shell call leaves its command running.
 */
export interface Sandbox {
  readonly id: string
  readonly shell: SandboxShell
  readonly files: SandboxFiles
  readonly browser: SandboxBrowser
  /** `waitSeconds`: answers as soon as it is ready, or as it is then */
  health(options?: CallOptions & { waitSeconds?: number }): Promise<Health>
  ports(options?: CallOptions): Promise<ListeningPort[]>
  /** undefined: the call was never begun */
  call(callId: string, options?: CallOptions): Promise<CallRecord | undefined>
}

export interface SandboxShell {
  exec(request: ShellExec, options?: ShellOptions): Promise<ShellResult>
  continue(request: ShellContinue, options?: ShellOptions): Promise<ShellResult>
  list(options?: CallOptions): Promise<ShellInfo[]>
  /** INT → TERM → KILL; answers when they have ended */
  stop(request: StopProcesses, options?: CallOptions): Promise<StoppedProcesses>
  /** raw terminal bytes both ways (what is typed reaches the shell) */
  attach(shell: string, options?: CallOptions): Promise<Duplex>
}

export interface SandboxFiles {
  list(path: string, options?: CallOptions & { hidden?: boolean }): Promise<FileList>
  /** undefined when it is not there */
  stat(path: string, options?: CallOptions & { sha256?: boolean }): Promise<FileStat | undefined>
  read(request: FileRead, options?: CallOptions): Promise<FileReadResult>
  write(request: FileWrite, options?: CallOptions): Promise<FileWriteResult>
  edit(request: FileEdit, options?: CallOptions): Promise<FileEditResult>
  search(request: FileSearch, options?: CallOptions): Promise<FileSearchResult>
  /** `start`, `end`: byte offsets, end exclusive */
  download(
    path: string,
    options?: CallOptions & { start?: number; end?: number },
  ): Promise<{
    stream: NodeJS.ReadableStream
    size: number
    mime: string
  }>
  upload(
    path: string,
    body: NodeJS.ReadableStream | Uint8Array,
    options?: CallOptions,
  ): Promise<{ path: string; size: number }>
  archive(path: string, options?: CallOptions): Promise<NodeJS.ReadableStream>
  move(from: string, to: string, options?: CallOptions): Promise<void>
  remove(path: string, options?: CallOptions): Promise<void>
}

export interface SandboxBrowser {
  /** where CDP answers: `http://HOST:PORT` for /json/version, with the headers it wants */
  cdp(): { url: string; headers: Record<string, string> }
  /** a key pressed on the display: the way out of a dialog that blocks a tab */
  pressKey(key: string, options?: CallOptions): Promise<void>
  restart(options?: CallOptions): Promise<void>
}

/** A refusal or silence of the sandbox. `code`: NOT_FOUND, NO_MATCH, MANY_MATCHES, DISK_FULL, UNREACHABLE, … */
export class SandboxError extends Error {
  readonly code: string
  readonly status?: number
  constructor(code: string, message: string, options?: { status?: number; cause?: unknown }) {
    super(message, { cause: options?.cause })
    this.name = 'SandboxError'
    this.code = code
    this.status = options?.status
  }
}
