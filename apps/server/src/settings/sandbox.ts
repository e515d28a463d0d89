import { decimal, flag, list, type Setting, text, textOr, url, whole, word } from './setting.ts'

const group = 'sandbox'
const atStart = true as const

const screen: Setting<{ width: number; height: number }> = {
  group,
  help: 'Size of the screen in pixels',
  example: '1280x1024',
  default: { width: 1280, height: 1024 },
  shown: '1280x1024',
  secret: false,
  atStart,
  read(value) {
    const [, width, height] = /^(\d{3,4})\s*[x×*]\s*(\d{3,4})/i.exec(value) ?? []
    if (width === undefined || height === undefined) throw new Error('must be width x height in pixels')
    return { width: Number(width), height: Number(height) }
  },
}

const minutes = (fallback: number, help: string) =>
  whole(fallback, { group, atStart, min: 0, max: 5_256_000, help: `${help}; 0 = never` })

export const sandbox = {
  SANDBOX_IMAGE: text({
    group,
    atStart,
    shown: 'built',
    help: 'A published image; else it is built here',
    example: 'registry.example/deskhand-sandbox:1',
  }),
  BASE_IMAGE: textOr('ubuntu:24.04', { group, atStart, help: 'What the image is built on' }),
  APT_MIRROR: url({ group, atStart, help: 'Mirror for apt, in the build and in the sandbox' }),
  PIP_INDEX_URL: url({ group, atStart, help: 'Index for pip' }),
  NPM_REGISTRY: url({ group, atStart, help: 'Registry for npm' }),
  SANDBOX_MEMORY_MB: whole(2048, { group, atStart, min: 512, max: 4_194_304, help: 'Memory of one sandbox' }),
  SANDBOX_CPUS: decimal(2, { group, atStart, min: 0.1, max: 1024, help: 'Cores of one sandbox' }),
  SANDBOX_PIDS: whole(1024, { group, atStart, min: 128, max: 4_194_304, help: 'Processes of one sandbox' }),
  SANDBOX_DISK_MB: whole(10_240, {
    group,
    atStart,
    min: 256,
    max: 1_073_741_824,
    help: 'Files of one sandbox',
  }),
  SANDBOX_SCREEN: screen,
  SANDBOX_TZ: text({
    group,
    shown: "the person's browser's",
    help: 'Time zone of sandboxes',
    example: 'Europe/Berlin',
  }),
  SANDBOX_LANG: text({
    group,
    shown: "the person's browser's",
    help: 'Language of sandboxes',
    example: 'en-US',
  }),
  SANDBOX_POOL: whole<number | undefined>(undefined, {
    group,
    atStart,
    min: 0,
    max: 100,
    shown: '1 with 4 GiB to spare, else 0',
    help: 'Warm sandboxes kept ready',
  }),
  SANDBOX_MAX: whole<number | undefined>(undefined, {
    group,
    atStart,
    min: 1,
    max: 1000,
    shown: 'min(4, memory / 1.5 GiB)',
    help: 'Running sandboxes at most',
  }),
  SANDBOX_BOOT_SECONDS: whole(60, { group, atStart, min: 5, max: 3600, help: 'How long a boot may take' }),
  SANDBOX_PAUSE_MINUTES: minutes(10, 'Idle minutes until a sandbox is paused'),
  SANDBOX_TTL_MINUTES: minutes(60, 'Idle minutes until it is stopped (files are kept)'),
  SANDBOX_KEEP_DAYS: whole(14, {
    group,
    atStart,
    min: 0,
    max: 36_500,
    help: 'Days until its container is removed; the workspace stays; 0 = never',
  }),
  SANDBOX_NETWORK_ACCESS: word(['internet', 'full', 'none'], 'internet', {
    group,
    atStart,
    help: 'What a sandbox may reach',
  }),
  SANDBOX_LAN_ALLOW: list({
    group,
    atStart,
    help: 'host:port of the LAN that it may reach',
    example: '192.168.1.10:8123',
  }),
  SANDBOX_HTTP_PROXY: text({ group, atStart, help: 'Proxy for programs in the sandbox' }),
  SANDBOX_HTTPS_PROXY: text({ group, atStart, help: 'The same for https addresses' }),
  SANDBOX_NO_PROXY: text({ group, atStart, help: 'Hosts it reaches directly' }),
  SANDBOX_NAME_PREFIX: textOr('deskhand', { group, atStart, help: 'How its containers are named' }),
  SANDBOX_NETWORK: text({ group, atStart, shown: 'own bridge', help: 'Docker network it joins' }),
  SANDBOX_STRICT: flag(false, { group, atStart, help: 'No sudo, no new privileges' }),
  SANDBOX_CHROME_SANDBOX: word(['auto', 'on', 'off'], 'auto', {
    group,
    atStart,
    help: "Chrome's own sandbox",
  }),
  SANDBOX_CHROME_ARGS: text({ group, atStart, help: 'More start flags for Chrome' }),
  SANDBOX_RUNTIME: text({ group, atStart, help: 'Docker runtime, such as runsc', example: 'runsc' }),
  SANDBOX_ADDRESS: text({
    group,
    atStart,
    help: 'One shared sandbox for development',
    example: '127.0.0.1:8080',
  }),
  DOCKER_HOST: text({
    group,
    atStart,
    shown: 'probed',
    help: 'Address of the Docker engine',
    example: 'unix:///var/run/docker.sock',
  }),
  DESKHAND_INSTALL_DOCKER: flag(true, {
    group,
    atStart,
    shown: '1',
    help: '0 forbids installing Docker at npm start',
  }),
  MCP_CONFIG: text({
    group: 'agent',
    atStart,
    shown: '`DATA_DIR/mcp.json`',
    help: 'File of MCP servers',
    example: './mcp.json',
  }),
}
