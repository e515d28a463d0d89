import { realpathSync } from 'node:fs'
import { dirname, join, normalize, relative, resolve } from 'node:path'
import { SandboxError } from '../sandbox.ts'

/** The double's own little "/": sandbox paths stand below a temporary folder, and are told apart from the machine's. */
export class DoublePaths {
  readonly root: string

  constructor(root: string) {
    this.root = realpathSync(root)
  }

  /** As the sandbox names it: absolute, or relative to /workspace. */
  inside(path: string): string {
    if (path.includes('\0')) throw new SandboxError('BAD_PATH', 'A path must not contain a NUL character.')
    return normalize(resolve('/workspace', path))
  }

  /** Where the machine has it. A link that leads out of the double's root is refused. */
  outside(path: string): string {
    const target = join(this.root, this.inside(path))
    const real = nearestReal(target)
    if (relative(this.root, real).startsWith('..'))
      throw new SandboxError('FORBIDDEN', `${path} leads out of the sandbox.`, { status: 403 })
    return target
  }

  /** A command as this machine can run it: sandbox folders become the folders below the root. */
  translateIn(text: string): string {
    return text.replace(/(?<![\w./-])\/(workspace|home\/agent)(?![\w-])/g, `${this.root}/$1`)
  }

  translateOut(text: string): string {
    return text.replaceAll(this.root, '')
  }
}

function nearestReal(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : nearestReal(parent)
  }
}
