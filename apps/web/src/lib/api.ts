import type { StoredEvent } from '@deskhand/protocol'
import type {
  AuthSessionBody,
  ControlCommand,
  CreateSession,
  DemoBody,
  HealthBody,
  LoginRequest,
  MeBody,
  ModelProfileBody,
  ModelTestBody,
  ModelTestRequest,
  PatchSession,
  PlacedFile,
  PostedMessage,
  PostMessage,
  PriceBody,
  PricesBody,
  PutSettings,
  SandboxCommand,
  SessionDetail,
  SessionPage,
  SettingsBody,
  SetupRequest,
  TokenBody,
} from '@deskhand/protocol/http'
import type { FileList } from '@deskhand/protocol/sandbox'
import { ApiError, request } from './request.ts'

export { ApiError }

export interface TerminalBody {
  name: string
  command?: string
}
export interface PortBody {
  port: number
  address: string
  command?: string
  since: number
}

export interface NoteBody {
  name: string
  title: string
  always: boolean
}
export interface SkillBody {
  name: string
  description: string
}
export interface ProjectBody {
  id: string
  name: string
  instructions: string
}
type Kind = 'knowledge' | 'skills'

const q = (params: Record<string, string | number | boolean | undefined>): string => {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== '')
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : ''
}
const at = (id: string, rest = ''): string => `sessions/${encodeURIComponent(id)}${rest}`

/** Every route the page speaks to, with the shapes of contract section 3. Each may throw ApiError. */
export const api = {
  health: () => request<HealthBody>('GET', 'health'),
  me: () => request<MeBody>('GET', 'auth/me'),
  setUp: (body: SetupRequest) => request<unknown>('POST', 'auth/setup', body),
  signIn: (body: LoginRequest) => request<unknown>('POST', 'auth/login', body),
  signOut: () => request<void>('POST', 'auth/logout'),
  signIns: () => request<AuthSessionBody[]>('GET', 'auth/sessions'),
  endSignIn: (id: string) => request<void>('DELETE', `auth/sessions/${encodeURIComponent(id)}`),
  tokens: () => request<TokenBody[]>('GET', 'tokens'),
  makeToken: (name: string) => request<TokenBody>('POST', 'tokens', { name }),
  dropToken: (id: string) => request<void>('DELETE', `tokens/${encodeURIComponent(id)}`),

  demo: () => request<DemoBody>('GET', 'demo'),
  settings: () => request<SettingsBody>('GET', 'settings'),
  saveSettings: (settings: PutSettings['settings']) =>
    request<SettingsBody>('PUT', 'settings', { settings } satisfies PutSettings),
  testModel: (body: Partial<ModelTestRequest>) => request<ModelTestBody>('POST', 'settings/model/test', body),

  profiles: () => request<ModelProfileBody[]>('GET', 'models/profiles'),
  resetProfile: (key: string) => request<void>('DELETE', `models/profiles${q({ key })}`),
  prices: () => request<PricesBody>('GET', 'models/prices'),
  savePrices: (own: Record<string, PriceBody>) => request<PricesBody>('PUT', 'models/prices', { own }),

  notes: () => request<NoteBody[]>('GET', 'knowledge'),
  skills: () => request<SkillBody[]>('GET', 'skills'),
  readText: (kind: Kind, name: string) =>
    request<{ text: string }>('GET', `${kind}/${encodeURIComponent(name)}`),
  writeText: (kind: Kind, name: string, text: string) =>
    request<void>('PUT', `${kind}/${encodeURIComponent(name)}`, { text }),
  dropText: (kind: Kind, name: string) => request<void>('DELETE', `${kind}/${encodeURIComponent(name)}`),
  projects: () => request<ProjectBody[]>('GET', 'projects'),
  putProject: ({ id, ...body }: ProjectBody) => request<ProjectBody>('PUT', `projects/${id}`, body),
  dropProject: (id: string) => request<void>('DELETE', `projects/${id}`),

  sessions: (given: { search?: string; cursor?: string; archived?: true } = {}) =>
    request<SessionPage>('GET', `sessions${q(given)}`),
  session: (id: string) => request<SessionDetail>('GET', at(id)),
  createSession: (body: CreateSession) => request<{ id: string }>('POST', 'sessions', body),
  patchSession: (id: string, body: PatchSession) => request<unknown>('PATCH', at(id), body),
  deleteSession: (id: string) => request<void>('DELETE', at(id)),
  events: (id: string, after: number) =>
    request<StoredEvent[]>('GET', at(id, `/events${q({ after, format: 'json' })}`)),

  post: (id: string, body: PostMessage) => request<PostedMessage>('POST', at(id, '/messages'), body),
  withdraw: (id: string, messageId: string) =>
    request<void>('DELETE', at(id, `/messages/${encodeURIComponent(messageId)}`)),
  command: (id: string, verb: 'stop' | 'pause' | 'finish' | 'retry') =>
    request<unknown>('POST', at(id, `/${verb}`)),
  resume: (id: string, extend?: true) =>
    request<unknown>('POST', at(id, '/resume'), extend ? { extend } : {}),

  decide: (id: string, proposal: string, body: { accept: boolean; text?: string }) =>
    request<void>('POST', at(id, `/proposals/${encodeURIComponent(proposal)}`), body),
  traceUrl: (id: string) => at(id, '/trace'),

  sandbox: (id: string, body: SandboxCommand) => request<unknown>('POST', at(id, '/sandbox'), body),
  control: (id: string, body: ControlCommand) =>
    request<{ lease?: string }>('POST', at(id, '/control'), body),
  type: (id: string, lease: string, text: string) => request<void>('POST', at(id, '/type'), { lease, text }),
  readClipboard: (id: string, lease: string) =>
    request<{ text: string }>('GET', at(id, `/clipboard${q({ lease })}`)),
  writeClipboard: (id: string, lease: string, text: string) =>
    request<void>('PUT', at(id, '/clipboard'), { lease, text }),

  files: (id: string, path: string, hidden: boolean) =>
    request<FileList>('GET', at(id, `/files${q({ path, hidden: hidden || undefined })}`)),
  fileUrl: (id: string, path: string) => at(id, `/files/content${q({ path })}`),
  archiveUrl: (id: string, path: string) => at(id, `/files/archive${q({ path })}`),
  uploadPath: (id: string, path: string) => at(id, `/files${q({ path })}`),
  blobUrl: (id: string, blob: string) => at(id, `/blobs/${encodeURIComponent(blob)}`),
  terminals: (id: string) => request<TerminalBody[]>('GET', at(id, '/terminals')),
  ports: (id: string) => request<PortBody[]>('GET', at(id, '/ports')),
  openPort: (id: string, port: number) => request<{ url: string }>('POST', at(id, `/ports/${port}/open`)),
}
export type Placed = PlacedFile
