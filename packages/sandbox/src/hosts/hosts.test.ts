import { expect, test } from 'vitest'
import { defaultSandboxSettings } from '../settings.ts'
import { hostKinds } from './index.ts'

const settings = { ...defaultSandboxSettings, installId: 'i', image: 'x' }
const kindFor = (more: object) => hostKinds.find((kind) => kind.fits({ ...settings, ...more }))?.name

test('an address means the shared one, nothing said means Docker', () => {
  expect(kindFor({ address: 'localhost:8080' })).toBe('shared')
  expect(kindFor({})).toBe('docker')
})

test('every host has a name of its own', () => {
  expect(new Set(hostKinds.map((kind) => kind.name)).size).toBe(hostKinds.length)
})
