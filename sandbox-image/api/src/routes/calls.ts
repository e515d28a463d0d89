import { Refusal } from '../http/refusal.ts'
import type { Route } from '../http/route.ts'

export const callFind: Route = {
  method: 'GET',
  path: '/calls/:callId',
  async answer({ params, gateway }) {
    const record = await gateway.journal.find(params.callId as string)
    if (!record) throw new Refusal(404, 'NO_CALL', 'This call was never begun here.')
    return record
  },
}
