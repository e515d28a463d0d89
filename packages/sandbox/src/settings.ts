/** What the configuration says about sandboxes, as values. Names follow the SANDBOX_* keys. */
export interface SandboxSettings {
  /** tells this install's containers, volumes and networks from another's on the same engine */
  installId: string
  /** reference of the image that new sandboxes are made of */
  image: string
  namePrefix: string
  /** own bridge when missing */
  network?: string
  memoryMb: number
  cpus: number
  pids: number
  diskMb: number
  /** `1280x1024` */
  screen: string
  /** when the person's browser says nothing */
  timeZone?: string
  language?: string
  pool: number
  max: number
  bootSeconds: number
  /** idle minutes until paused, until stopped; days until the container is removed. 0 = never */
  pauseMinutes: number
  ttlMinutes: number
  keepDays: number
  networkAccess: 'internet' | 'full' | 'none'
  /** single `host:port` of the LAN */
  lanAllow: readonly string[]
  httpProxy?: string
  httpsProxy?: string
  noProxy?: string
  strict: boolean
  chromeSandbox: 'auto' | 'on' | 'off'
  chromeArgs?: string
  runtime?: string
  /** one shared sandbox for development: `host:port` or a URL; the token may stand before an @ */
  address?: string
  dockerHost?: string
  /** socket of the ssh agent, for an ssh:// DOCKER_HOST */
  sshAuthAgent?: string
}

export const defaultSandboxSettings = {
  namePrefix: 'deskhand',
  memoryMb: 2048,
  cpus: 2,
  pids: 1024,
  diskMb: 10240,
  screen: '1280x1024',
  pool: 0,
  max: 4,
  bootSeconds: 60,
  pauseMinutes: 10,
  ttlMinutes: 60,
  keepDays: 14,
  networkAccess: 'internet',
  lanAllow: [],
  strict: false,
  chromeSandbox: 'auto',
} as const satisfies Partial<SandboxSettings>
