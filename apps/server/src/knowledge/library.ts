import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { KnowledgeNote, SkillEntry } from '@deskhand/agent'
import { refusal } from '../errors.ts'
import { list, readDocument } from './front-matter.ts'

const home = '/home/agent'
const names = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u

interface Loaded {
  mark: string
  notes: KnowledgeNote[]
  skills: SkillEntry[]
  files: { path: string; text: string }[]
}

/** Notes (`knowledge/*.md|*.txt`) and skills (`skills/NAME/SKILL.md`) of this install; files edited by hand count too. */
export class Library {
  readonly #folders: { knowledge: string; skills: string }
  #loaded: Loaded | undefined

  /** `shipped`: what a new data folder begins with */
  constructor(dataDir: string, shipped: string) {
    this.#folders = { knowledge: join(dataDir, 'knowledge'), skills: join(dataDir, 'skills') }
    for (const kind of ['knowledge', 'skills'] as const) {
      const folder = this.#folders[kind]
      if (existsSync(folder)) continue
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (existsSync(join(shipped, kind))) cpSync(join(shipped, kind), folder, { recursive: true })
    }
  }

  notes = (): KnowledgeNote[] => this.#load().notes
  skills = (): SkillEntry[] => this.#load().skills
  /** everything as it is copied into a sandbox */
  files = (): { path: string; text: string }[] => this.#load().files

  /** The file's whole text; undefined: there is none of that name. */
  read(kind: 'note' | 'skill', name: string): string | undefined {
    const path = this.#pathOf(kind, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }

  write(kind: 'note' | 'skill', name: string, text: string): void {
    const path = this.#pathOf(kind, name)
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
    writeFileSync(path, text, { mode: 0o600 })
    this.#loaded = undefined
  }

  /** Writes it under this name, or under the next free one: what is there already stays. */
  add(kind: 'note' | 'skill', name: string, text: string): void {
    let free = name
    for (let n = 2; this.read(kind, free) !== undefined; n++) free = `${name.slice(0, 74)}-${n}`
    this.write(kind, free, text)
  }

  /** false: there was none */
  remove(kind: 'note' | 'skill', name: string): boolean {
    const path = this.#pathOf(kind, name)
    if (!existsSync(path)) return false
    rmSync(kind === 'note' ? path : join(path, '..'), { recursive: true })
    this.#loaded = undefined
    return true
  }

  #pathOf(kind: 'note' | 'skill', name: string): string {
    if (!names.test(name) || name.includes('..'))
      throw refusal('INVALID_REQUEST', {
        message: 'A name has letters, digits, spaces, dots and dashes, 80 at most.',
      })
    if (kind === 'skill') return join(this.#folders.skills, name, 'SKILL.md')
    return join(this.#folders.knowledge, /\.(md|txt)$/.test(name) ? name : `${name}.md`)
  }

  #load(): Loaded {
    const paths = [...noteFiles(this.#folders.knowledge), ...skillFiles(this.#folders.skills)]
    const mark = paths.map(({ path }) => `${path} ${statSync(path).mtimeMs}`).join('\n')
    if (this.#loaded?.mark === mark) return this.#loaded
    const files = paths.map((file) => ({ ...file, text: readFileSync(file.path, 'utf8') }))
    this.#loaded = {
      mark,
      notes: files.filter((file) => file.kind === 'note').map(noteOf),
      skills: files.filter((file) => file.kind === 'skill').map(skillOf),
      files: files.map((file) => ({ path: inSandbox(file), text: file.text })),
    }
    return this.#loaded
  }
}

interface Found {
  kind: 'note' | 'skill'
  name: string
  path: string
}

const noteFiles = (folder: string): Found[] =>
  readdirSync(folder)
    .filter((name) => /\.(md|txt)$/.test(name))
    .sort()
    .map((name) => ({ kind: 'note', name, path: join(folder, name) }))

const skillFiles = (folder: string): Found[] =>
  readdirSync(folder)
    .sort()
    .map((name): Found => ({ kind: 'skill', name, path: join(folder, name, 'SKILL.md') }))
    .filter(({ path }) => existsSync(path))

const inSandbox = ({ kind, name }: Found) =>
  kind === 'note' ? `${home}/knowledge/${name}` : `${home}/skills/${name}/SKILL.md`

function noteOf(file: Found & { text: string }): KnowledgeNote {
  const { fields, body } = readDocument(file.text)
  const name = file.name.replace(/\.(md|txt)$/, '')
  const heading = /^#\s+(.+)$/m.exec(body)?.[1]
  return {
    name,
    title: String(fields.title ?? heading ?? name),
    when: list(fields.when),
    urls: list(fields.urls),
    always: String(fields.always ?? '').toLowerCase() === 'true',
    text: body,
    path: inSandbox(file),
  }
}

function skillOf(file: Found & { text: string }): SkillEntry {
  const { fields } = readDocument(file.text)
  return {
    name: String(fields.name ?? file.name),
    description: String(fields.description ?? ''),
    path: inSandbox(file),
  }
}
