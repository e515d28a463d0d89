import { spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { request } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { logFile } from '../place.mjs'
import { Failed, say, timed } from '../say.mjs'
import { aptInstall, has, isDebianFamily, isRoot, logged } from '../shell.mjs'

const SOCKET = '/var/run/docker.sock'

/**
 * A Docker engine that answers; installed and started when that can be done here, otherwise a sentence that says what
 * to do. Answers how to end an engine that this call started itself, or undefined.
 */
export async function engine() {
  if (process.env.DOCKER_HOST) {
    if (!process.env.DOCKER_HOST.startsWith('unix://')) return // the server says what is wrong with tcp and ssh
    return mustAnswer(process.env.DOCKER_HOST.slice('unix://'.length), 'DOCKER_HOST')
  }
  const found = [
    SOCKET,
    join(homedir(), '.docker/run/docker.sock'),
    rootless('docker.sock'),
    rootless('podman/podman.sock'),
  ].filter((path) => path && existsSync(path))
  for (const path of found) {
    const answer = await ping(path)
    if (answer === 'ok') return
    if (answer === 'EACCES') throw new Failed(noRights(path))
  }
  if (!has('dockerd')) await installEngine()
  return startEngine()
}

const rootless = (name) => process.env.XDG_RUNTIME_DIR && join(process.env.XDG_RUNTIME_DIR, name)

const noRights = (path) =>
  `This user may not open ${path}. Run once: sudo usermod -aG docker ${process.env.USER ?? '$USER'}   then sign in again.`

async function mustAnswer(path, origin) {
  const answer = await ping(path)
  if (answer === 'ok') return
  if (answer === 'EACCES') throw new Failed(noRights(path))
  throw new Failed(
    `No Docker engine answers at ${path} (from ${origin}): ${answer}. Start it, or take ${origin} out.`,
  )
}

/** 'ok', or why not */
function ping(socketPath) {
  return new Promise((resolve) => {
    const asked = request({ socketPath, path: '/_ping', timeout: 3000 }, (response) => {
      response.resume()
      resolve(response.statusCode === 200 ? 'ok' : `status ${response.statusCode}`)
    })
    asked.on('timeout', () => asked.destroy(new Error('no answer within 3 s')))
    asked.on('error', (error) => resolve(error.code ?? error.message))
    asked.end()
  })
}

async function installEngine() {
  const byHand =
    'Install it (https://docs.docker.com/engine/install/), or on Debian and Ubuntu: sudo apt-get install docker.io'
  if (process.env.DESKHAND_INSTALL_DOCKER === '0') {
    throw new Failed(
      `Docker is not installed, and DESKHAND_INSTALL_DOCKER=0 forbids installing it. ${byHand}`,
    )
  }
  if (process.platform !== 'linux')
    throw new Failed(
      'Docker is not running. Install and start Docker Desktop: https://docs.docker.com/desktop/',
    )
  if (!isRoot() || !isDebianFamily())
    throw new Failed(`Docker is not installed. ${byHand}   then run this again.`)
  say.note(
    "No Docker engine here: installing the distribution's docker.io (DESKHAND_INSTALL_DOCKER=0 forbids that).",
  )
  await timed('Installing docker.io', () => aptInstall(['docker.io', 'iptables'], logFile('apt')))
}

async function startEngine() {
  if (!isRoot())
    throw new Failed(
      'Docker is installed but not running. Start it: sudo systemctl start docker   then run this again.',
    )
  const log = logFile('dockerd')
  if (existsSync('/run/systemd/system')) {
    await logged('systemctl', ['start', 'docker'], log, { what: 'systemctl start docker' })
    await untilAnswers(log)
    return
  }
  const out = openSync(log, 'a')
  const child = spawn('dockerd', [], { detached: true, stdio: ['ignore', out, out] })
  child.unref()
  await timed('Starting the Docker engine', () => untilAnswers(log, child))
  return () => process.kill(child.pid, 'SIGTERM')
}

async function untilAnswers(log, child) {
  let ended
  child?.once('exit', (code) => {
    ended = code
  })
  for (let tries = 0; tries < 120; tries++) {
    if ((await ping(SOCKET)) === 'ok') return
    if (ended !== undefined) throw new Failed(`dockerd ended at once (${ended}). Its log: ${log}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Failed(`The Docker engine does not answer after 30 s. Its log: ${log}`)
}
