import { expect, test } from 'vitest'
import { EngineError } from '../engine.ts'
import { explain } from './explain.ts'

test.each([
  ['write /var/lib/docker/x: no space left on device', 'DISK_FULL', 'docker system df'],
  ['No such image: deskhand-sandbox:1', 'NO_IMAGE', 'npm run doctor'],
  ['(HTTP code 404) no such container: abc', 'NO_CONTAINER', 'does not know'],
  ['could not find an available, non-overlapping IPv4 address pool', 'FAILED', 'docker network prune'],
  ['unknown or invalid runtime name: runsc', 'FAILED', 'SANDBOX_RUNTIME'],
  ['something else', 'FAILED', 'could not make tea: something else'],
])('%s is said as %s with what to do', (message, code, words) => {
  const error = explain(new Error(message), 'make tea')
  expect(error.code).toBe(code)
  expect(error.message).toContain(words)
})

test('an engine that is not there and a socket that may not be opened are told apart', () => {
  expect(explain(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'x').code).toBe('UNREACHABLE')
  expect(explain(Object.assign(new Error('x'), { code: 'EACCES' }), 'x').code).toBe('NO_ACCESS')
})

test('what is explained already stays as it is', () => {
  const error = new EngineError('ELSEWHERE', 'far away')
  expect(explain(error, 'x')).toBe(error)
})
