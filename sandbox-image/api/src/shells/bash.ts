import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type IPty, spawn } from '@lydell/node-pty'

export interface Bash {
  pty: IPty
  nonce: string
  /** Hands a command in; its marks carry `id`. */
  run(id: number, command: string, options: { dir?: string; runId?: string }): void
}

/** What a process of a run is found by, wherever it went. */
export const runMark = (runId: string) => `DESKHAND_RUN_ID=${runId}`

/** A bash on a terminal of its own, that marks where commands begin and end. Its files go to `folder`. */
export function startBash(name: string, folder: string, cwd: string, env: NodeJS.ProcessEnv): Bash {
  const nonce = randomBytes(9).toString('base64url')
  const own = join(folder, name)
  mkdirSync(own, { recursive: true, mode: 0o700 })
  writeFileSync(join(own, 'bashrc'), bashrc(nonce))
  const pty = spawn('bash', ['--rcfile', join(own, 'bashrc'), '-i'], {
    name: 'xterm-256color',
    cols: 120,
    rows: 40,
    cwd,
    encoding: null,
    env: { ...env, HISTFILE: '', DESKHAND_SHELL: name },
  })
  return {
    pty,
    nonce,
    run(id, command, { dir, runId }) {
      const file = join(own, 'command.sh')
      writeFileSync(file, `${command}\n`)
      writeFileSync(join(own, 'run.sh'), runner(id, nonce, file, dir, runId))
      // Typed text broke on here-documents and unclosed quotes; a file gives one beginning and one end.
      pty.write(` . ${quote(join(own, 'run.sh'))}\n`)
    },
  }
}

/** Marks go to the terminal itself: a command may have sent the shell's own output elsewhere with exec. */
function bashrc(nonce: string): string {
  const mark = (fields: string) => `\\033]133;${fields};${nonce}\\007`
  return `[ -f ~/.bashrc ] && . ~/.bashrc
set -o emacs +o history
bind 'set enable-bracketed-paste off' 2>/dev/null
PS0='${mark('C').replaceAll('\\033', '\\e').replaceAll('\\007', '\\a')}'
PS1='\\u@\\h:\\w\\$ '
PS2='> '
PROMPT_COMMAND='{ printf "${mark('D;%s')}" "$?" >/dev/tty; unset DESKHAND_RUN_ID; } 2>/dev/null'
`
}

function runner(id: number, nonce: string, file: string, dir?: string, runId?: string): string {
  const lines = [
    // A command before may have left tracing on; what stands here is not the command's.
    `{ printf '\\033]133;E;${id};${nonce}\\007' >/dev/tty; } 2>/dev/null`,
    ...(runId === undefined ? [] : [`{ export DESKHAND_RUN_ID=${quote(runId)}; } 2>/dev/null`]),
    ...(dir === undefined ? [] : [`cd -- ${quote(dir)} || return`]),
    `. ${quote(file)}`,
  ]
  return `${lines.join('\n')}\n`
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
