import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const root = resolve(import.meta.dirname, '../../..')

/** `docker compose` where the plugin is, else `docker-compose`; undefined where there is neither. */
export function findCompose(): string[] | undefined {
  for (const [program = '', ...args] of [['docker', 'compose'], ['docker-compose']]) {
    try {
      execFileSync(program, [...args, 'version'], { stdio: 'ignore' })
      return [program, ...args]
    } catch {
      // The next one may be there.
    }
  }
  return undefined
}

/** A base image for the server where none can be pulled: this machine's Node on the sandbox's own base. */
export async function localNodeImage(base: string, tag: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-node-image-'))
  try {
    const node = process.execPath
    const prefix = dirname(dirname(node))
    mkdirSync(join(folder, 'usr/bin'), { recursive: true })
    cpSync(node, join(folder, 'usr/bin/node'), { dereference: true })
    for (const part of ['lib/node_modules/npm', 'include/node'])
      cpSync(join(prefix, part), join(folder, 'usr', part), { recursive: true, dereference: true })
    const ca = process.env.NODE_EXTRA_CA_CERTS
    mkdirSync(join(folder, 'etc/ssl/certs'), { recursive: true })
    if (ca) cpSync(ca, join(folder, 'etc/ssl/certs/extra.pem'), { dereference: true })
    writeFileSync(
      join(folder, 'Dockerfile'),
      [
        `FROM ${base}`,
        'COPY usr /usr',
        'COPY etc /etc',
        'RUN ln -sf ../lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm && ln -sf ../lib/node_modules/npm/bin/npx-cli.js /usr/bin/npx',
        'ENV npm_config_nodedir=/usr',
        ...(ca ? ['ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/extra.pem'] : []),
      ].join('\n'),
    )
    await run('docker', ['build', '-q', '-t', tag, folder], { env: { ...process.env, DOCKER_BUILDKIT: '0' } })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One compose project of the shipped files, with names of its own. */
export function composeProject(compose: string[], project: string, env: Record<string, string>) {
  const [program = '', ...first] = compose
  return async (...args: string[]): Promise<string> => {
    const { stdout, stderr } = await run(
      program,
      [...first, '-p', project, '-f', join(root, 'docker-compose.yml'), ...args],
      {
        cwd: root,
        env: { ...process.env, DOCKER_BUILDKIT: '0', COMPOSE_DOCKER_CLI_BUILD: '0', ...env },
        maxBuffer: 64 * 1024 * 1024,
      },
    )
    return stdout + stderr
  }
}
