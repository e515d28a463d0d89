import { expect, test } from 'vitest'
import { appDouble } from '../testing/app-double.ts'
import { goldenServer } from '../testing/golden-server.ts'

test('a takeover outlives a restart: the same person takes the hands again, another one cannot', async () => {
  const golden = await goldenServer()
  const { server } = golden
  const ann = await server.as('ann')
  const id = await ann.newSession()
  const take = await ann.send('POST', `/api/sessions/${id}/control`, { action: 'take' })
  expect(take.statusCode).toBe(200)
  expect(server.app.events.newest(id, 'status')?.data.status).toBe('takeover')
  await server.app.close()

  const again = await appDouble({
    dataDir: server.dataDir,
    env: { APPROVALS: 'never' },
    parts: { createAgent: undefined, models: undefined },
  })
  try {
    const annAgain = await again.as('ann')
    const session = again.app.sessions.at(
      again.app.sessions.row(again.app.accounts.named('ann')?.id ?? '', id),
    )
    expect(session.agent.status.status).toBe('takeover')
    expect(session.control.holder?.username).toBe('ann')
    expect(session.control.take({ id: 'somebody else', username: 'eve' })).toBeUndefined()
    const old = await annAgain.send('POST', `/api/sessions/${id}/control`, {
      action: 'heartbeat',
      lease: take.json<{ lease: string }>().lease,
    })
    expect(old.statusCode).toBe(409)
    const fresh = await annAgain.send('POST', `/api/sessions/${id}/control`, { action: 'take' })
    expect(fresh.statusCode).toBe(200)
    const { lease } = fresh.json<{ lease: string }>()
    const back = await annAgain.send('POST', `/api/sessions/${id}/control`, {
      action: 'return',
      lease,
      note: 'Signed in.',
    })
    expect(back.statusCode).toBe(200)
    const types = again.app.events.entries(id).map(({ type }) => type)
    expect(types.filter((type) => type === 'takeover.start')).toHaveLength(1)
    expect(again.app.events.newest(id, 'takeover.end')?.data.note).toBe('Signed in.')
  } finally {
    await again.close()
    await golden.close()
  }
})
