import { expect, onTestFinished, test } from 'vitest'
import type { SandboxNews } from '../host.ts'
import { EngineError } from '../hosts/engine.ts'
import type { SandboxSettings } from '../settings.ts'
import { EngineDouble } from '../testing/engine-double.ts'
import { FakeClock, settle } from '../testing/fake-clock.ts'
import { createHostDouble } from '../testing/host-double.ts'
import { lifecycleContract } from '../testing/lifecycle-contract.ts'
import { MemoryStore } from '../testing/memory-store.ts'

lifecycleContract('the lifecycle over the engine double', async () => {
  const { host, store, dispose } = createHostDouble()
  return { host, store, close: dispose }
})

const here = { timeZone: 'UTC', language: 'en' }
const MINUTE = 60_000

function stage(
  settings: Partial<SandboxSettings> = {},
  shared: { engine?: EngineDouble; store?: MemoryStore } = {},
) {
  const clock = new FakeClock()
  const double = createHostDouble({ clock, settings, ...shared })
  const news: SandboxNews[] = []
  double.host.onNews((one) => news.push(one))
  onTestFinished(() => double.dispose())
  const stateOf = (session: string) => double.host.state(session).state
  const ended = () => news.flatMap((one) => (one.type === 'ended' ? [one.reason] : []))
  return { ...double, clock, news, stateOf, ended }
}

test('an idle sandbox is paused, then stopped, then its container removed; the workspace stays', async () => {
  const { host, clock, stateOf, engine, store } = stage({ pauseMinutes: 10, ttlMinutes: 60, keepDays: 14 })
  await host.acquire('a', here)
  expect(host.state('a').expiresAt).toBe(clock.now() + 60 * MINUTE)
  await clock.advance(9 * MINUTE)
  expect(stateOf('a')).toBe('ready')
  await clock.advance(2 * MINUTE)
  expect(stateOf('a')).toBe('paused')
  await clock.advance(50 * MINUTE)
  expect(stateOf('a')).toBe('stopped')
  await clock.advance(14 * 24 * 60 * MINUTE)
  expect(stateOf('a')).toBe('none')
  expect(engine.containers.size).toBe(0)
  expect(engine.volumes.size).toBe(1)
  expect(store.all()).toHaveLength(1)
})

test('a timer set to 0 never runs out', async () => {
  const { host, clock, stateOf } = stage({ pauseMinutes: 0, ttlMinutes: 0, keepDays: 0 })
  await host.acquire('a', here)
  await clock.advance(400 * 24 * 60 * MINUTE)
  expect(stateOf('a')).toBe('ready')
  expect(host.state('a').expiresAt).toBeUndefined()
})

test('a touch starts the clocks anew, and a hold keeps it awake until it is let go', async () => {
  const { host, clock, stateOf } = stage({ pauseMinutes: 10 })
  await host.acquire('a', here)
  await clock.advance(9 * MINUTE)
  host.touch('a')
  await clock.advance(9 * MINUTE)
  expect(stateOf('a')).toBe('ready')
  const release = host.hold('a', 'viewer')
  await clock.advance(500 * MINUTE)
  expect(stateOf('a')).toBe('ready')
  release()
  release()
  await clock.advance(9 * MINUTE)
  expect(stateOf('a')).toBe('ready')
  await clock.advance(2 * MINUTE)
  expect(stateOf('a')).toBe('paused')
})

test('a foreground command that writes keeps it awake, a silent background one does not', async () => {
  const { host, clock, stateOf } = stage({ pauseMinutes: 10 })
  const { sandbox } = await host.acquire('a', here)
  const busy = sandbox.shell.list
  sandbox.shell.list = async () => [
    { name: 'main', state: 'running', cwd: '/workspace', background: false, lastOutputAt: clock.now() },
  ]
  await clock.advance(30 * MINUTE)
  expect(stateOf('a')).toBe('ready')
  sandbox.shell.list = busy
  await clock.advance(11 * MINUTE)
  expect(stateOf('a')).toBe('paused')
})

test('extend moves the end', async () => {
  const { host, clock } = stage({ ttlMinutes: 60 })
  await host.acquire('a', here)
  host.extend('a', 30)
  expect(host.state('a').expiresAt).toBe(clock.now() + 90 * MINUTE)
})

test('over the limit the least recently used idle one is paused', async () => {
  const { host, clock, stateOf } = stage({ max: 2 })
  await host.acquire('a', here)
  await clock.advance(1000)
  await host.acquire('b', here)
  await clock.advance(1000)
  host.touch('a')
  await host.acquire('c', here)
  expect([stateOf('a'), stateOf('b'), stateOf('c')]).toEqual(['ready', 'paused', 'ready'])
})

test('when none is idle people see their place in a queue, and leave it when they go', async () => {
  const { host, stateOf } = stage({ max: 1 })
  await host.acquire('a', here)
  const release = host.hold('a', 'run')
  const places: Record<string, number[]> = { b: [], c: [] }
  const goes = new AbortController()
  const b = host.acquire('b', { ...here, signal: goes.signal, onQueued: (place) => places.b?.push(place) })
  const c = host.acquire('c', { ...here, onQueued: (place) => places.c?.push(place) })
  await settle()
  expect(places).toEqual({ b: [1], c: [2] })
  expect(stateOf('c')).toBe('queued')
  goes.abort(new Error('gone'))
  await expect(b).rejects.toThrow('gone')
  expect(places.c).toEqual([2, 1])
  release()
  await c
  expect([stateOf('a'), stateOf('b'), stateOf('c')]).toEqual(['paused', 'none', 'ready'])
})

test('the pool keeps a warm one paused, gives it away by name and fills up again', async () => {
  const { host, engine, stateOf, store } = stage({ pool: 1 })
  await host.recover()
  await settle()
  const warm = [...engine.containers.values()][0]
  expect(warm?.facts.state).toBe('paused')
  expect(warm?.name).toContain('-pool-')
  const { from } = await host.acquire('abc', here)
  expect(from).toBe('pool')
  expect(warm?.name).toContain('abc')
  expect(stateOf('abc')).toBe('ready')
  await settle()
  expect(
    store
      .all()
      .map((record) => record.role)
      .sort(),
  ).toEqual(['pool', 'session'])
})

test('a person with another time zone gets a fresh one, and the pool follows', async () => {
  const { host, store } = stage({ pool: 1 })
  await host.recover()
  await settle()
  const { from } = await host.acquire('a', { timeZone: 'Asia/Shanghai', language: 'zh' })
  expect(from).toBe('new')
  await settle()
  expect(store.all().find((record) => record.role === 'pool')).toMatchObject({
    timeZone: 'Asia/Shanghai',
    language: 'zh',
  })
})

test('the pool is not filled while the last place is needed', async () => {
  const { host, store } = stage({ pool: 2, max: 1 })
  await host.acquire('a', here)
  await settle()
  expect(store.all().filter((record) => record.role === 'pool')).toEqual([])
})

test('a boot that hangs ends at its limit with the tail of the log, and the next try works', async () => {
  const { host, clock, engine, stateOf } = stage({ bootSeconds: 60 })
  engine.hangs = true
  const failed = host.acquire('a', here).catch((error) => error)
  await clock.advance(61_000)
  expect(await failed).toMatchObject({
    name: 'SandboxBootError',
    reason: 'timeout',
    log: 'the last lines of the log',
  })
  expect(stateOf('a')).toBe('none')
  expect(engine.containers.size).toBe(0)
  engine.hangs = false
  expect((await host.acquire('a', here)).from).toBe('new')
})

test('a container that ends while it boots is told within seconds, with its exit code', async () => {
  const { host, clock, engine } = stage()
  engine.hangs = true
  const failed = host.acquire('a', here).catch((error) => error)
  await clock.advance(100)
  const [container] = engine.containers.values()
  container!.facts = { state: 'exited', exitCode: 127 }
  await clock.advance(2000)
  const error = await failed
  expect(error).toMatchObject({ reason: 'failed' })
  expect(error.message).toContain('127')
})

test('a caller who goes away does not undo the boot', async () => {
  const { host, clock, engine, stateOf } = stage()
  engine.hangs = true
  const stop = new AbortController()
  const gone = host.acquire('a', { ...here, signal: stop.signal })
  await clock.advance(100)
  stop.abort(new Error('stopped'))
  await expect(gone).rejects.toThrow('stopped')
  for (const container of engine.containers.values()) container.sandbox!.isReady = true
  await clock.advance(100)
  expect(stateOf('a')).toBe('ready')
})

test('a session deleted while its sandbox boots leaves nothing', async () => {
  const { host, clock, engine, store } = stage()
  engine.hangs = true
  const failed = host.acquire('a', here).catch((error) => error)
  await clock.advance(100)
  await host.remove('a')
  expect((await failed).message).toBe('The session was deleted.')
  expect([engine.containers.size, engine.volumes.size, store.all().length]).toEqual([0, 0, 0])
})

test('a killed container is one piece of news, and starts again with the files', async () => {
  const { host, engine, stateOf, ended } = stage()
  const { sandbox } = await host.acquire('a', here)
  await sandbox.files.write({ path: 'f', content: '1' })
  engine.kill('container-1', { destroy: true })
  expect(ended()).toEqual(['lost'])
  expect(stateOf('a')).toBe('none')
  const again = await host.acquire('a', here)
  expect(await again.sandbox.files.stat('f')).toMatchObject({ size: 1 })
})

test('a container that ran out of memory says so', async () => {
  const { host, engine, stateOf, ended } = stage()
  await host.acquire('a', here)
  engine.kill('container-1', { outOfMemory: true })
  expect(ended()).toEqual(['out_of_memory'])
  expect(stateOf('a')).toBe('stopped')
})

test('a container gone while it slept is made anew on the same volume, with a notice', async () => {
  const { host, engine, news } = stage()
  const { sandbox } = await host.acquire('a', here)
  await sandbox.files.write({ path: 'f', content: '1' })
  await host.stop('a')
  engine.containers.clear()
  const again = await host.acquire('a', here)
  expect(await again.sandbox.files.stat('f')).toMatchObject({ size: 1 })
  expect(news).toContainEqual(expect.objectContaining({ type: 'notice', code: 'SANDBOX_REBUILT' }))
})

test('an engine stopped and started again is one piece of news for each session, and a way on', async () => {
  const { host, engine, stateOf, ended } = stage()
  await host.acquire('a', here)
  await host.acquire('b', here)
  await host.pause('b')
  engine.shutDown()
  await settle()
  await expect(host.acquire('c', here)).rejects.toMatchObject({ name: 'SandboxBootError', reason: 'engine' })
  engine.startUp()
  await settle()
  expect(ended()).toEqual(['lost', 'lost'])
  expect([stateOf('a'), stateOf('b')]).toEqual(['stopped', 'stopped'])
  expect((await host.acquire('a', here)).from).toBe('woken')
})

test('a full disk of the engine is an error that says so and leaves a way on', async () => {
  const { host, engine } = stage()
  engine.failing.set('create', new EngineError('DISK_FULL', 'The disk of the Docker engine is full.'))
  await expect(host.acquire('a', here)).rejects.toMatchObject({ reason: 'engine', message: /disk/ })
  expect((await host.acquire('a', here)).from).toBe('new')
})

test('what the gateway tells reaches the person as a notice', async () => {
  const { host, sandboxOf, news } = stage()
  await host.acquire('a', here)
  sandboxOf('a')?.tell({ type: 'browser.restarted', restarts: 1, reason: 'signal 11' })
  sandboxOf('a')?.tell({ type: 'disk', usedBytes: 95, limitBytes: 100, level: 'near' })
  expect(news.flatMap((one) => (one.type === 'notice' ? [one.code] : []))).toEqual([
    'BROWSER_RESTARTED',
    'DISK_NEAR',
  ])
})

test('after kill -9 a server adopts what is its own and removes what nobody claimed', async () => {
  const engine = new EngineDouble()
  const store = new MemoryStore()
  const first = stage({ pool: 1 }, { engine, store })
  await first.host.acquire('awake', here)
  await first.host.acquire('asleep', here)
  await first.host.pause('asleep')
  await first.host.acquire('vanished', here)
  await settle()
  // What a crash between "create" and its record leaves: a container with our label that no record knows.
  const stray = await engine.create({ ...store.all()[0]!, id: 'unknown' })
  const vanished = store.all().find((record) => record.sessionId === 'vanished')
  engine.containers.delete(vanished!.containerId!)

  const second = stage({ pool: 0 }, { engine, store })
  const result = await second.host.recover()
  expect(result).toEqual({ adopted: 2, removed: 2, lost: ['vanished'] })
  expect(engine.containers.has(stray)).toBe(false)
  expect([second.stateOf('awake'), second.stateOf('asleep'), second.stateOf('vanished')]).toEqual([
    'ready',
    'paused',
    'none',
  ])
  expect(second.host.peek('awake')).toBeDefined()
  expect(engine.volumes.size).toBe(3)
})

test('a crash in the middle of a boot ends in a sandbox that can be used', async () => {
  const engine = new EngineDouble()
  const store = new MemoryStore()
  const first = stage({}, { engine, store })
  engine.hangs = true
  void first.host.acquire('a', here).catch(() => {})
  await settle()
  expect(store.all()[0]?.state).toBe('booting')
  for (const container of engine.containers.values()) container.isWalled = false

  const second = stage({}, { engine, store })
  await second.host.recover()
  expect([...engine.containers.values()].map((container) => container.isWalled)).toEqual([true])
  expect((await second.host.acquire('a', here)).sandbox).toBeDefined()
})

test('a volume is in the store before it is made', async () => {
  const { host, engine, store } = stage()
  engine.failing.set('createVolume', new EngineError('FAILED', 'no'))
  await host.acquire('a', here).catch(() => {})
  expect(store.all().map((record) => record.volume)).toHaveLength(1)
  expect(engine.volumes.size).toBe(0)
})

test('people are warned when the walls are not enforced', async () => {
  const { host, engine, news } = stage()
  engine.warningText = { code: 'WALLS_OFF', text: 'no nft' }
  await host.acquire('a', here)
  expect(news).toContainEqual({
    type: 'notice',
    sessionId: 'a',
    level: 'warning',
    code: 'WALLS_OFF',
    text: 'no nft',
  })
})

test('walls that name an old address of the server are put up anew, around paused ones too', async () => {
  const engine = new EngineDouble()
  const store = new MemoryStore()
  const first = stage({}, { engine, store })
  for (const session of ['awake', 'asleep', 'fails']) await first.host.acquire(session, here)
  await first.host.pause('asleep')
  await first.host.pause('fails')
  const walled = () => [...engine.containers.values()].map((container) => container.isWalled)
  for (const container of engine.containers.values()) container.isWalled = false
  await stage({}, { engine, store }).host.recover()
  expect(walled()).toEqual([false, false, false])

  engine.staleWalls = true
  const wall = engine.wall.bind(engine)
  engine.wall = async (record) => {
    if (record.sessionId === 'fails') throw new EngineError('WALLS_FAILED', 'no')
    await wall(record)
  }
  const second = stage({}, { engine, store })
  await second.host.recover()
  expect(walled()).toEqual([true, true, false])
  expect(['awake', 'asleep', 'fails'].map(second.stateOf)).toEqual(['ready', 'paused', 'stopped'])
})

test('looking after an earlier start leaves alone what this one is making', async () => {
  const { host, stateOf } = stage()
  const making = host.acquire('a', here)
  const found = await host.recover()
  expect(found).toMatchObject({ removed: 0, lost: [] })
  expect((await making).from).toBe('new')
  expect(stateOf('a')).toBe('ready')
})
