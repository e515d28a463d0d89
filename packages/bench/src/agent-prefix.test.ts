import { calls, plans, stage } from '@deskhand/agent/testing'
import { tools } from '@deskhand/tools'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'

test('the executor’s prompt and its twenty tools take at most 4,500 tokens', async () => {
  const on = stage(
    {
      planner: [plans({ decision: 'plan', steps: ['Look'] }), plans({ decision: 'continue' })],
      executor: [calls(['step_done', { status: 'failed', summary: 'Only looking.' }])],
    },
    // The desk stands in for the computer; of the tools only what the model reads of them is used here.
    { tools: tools as never },
  )
  await on.run('Look')
  const [first] = on.requests('executor')
  const wire = first!.tools.map((spec) => ({ type: 'function', function: spec }))
  const tokens = encode(String(first!.messages[0]?.content)).length + encode(JSON.stringify(wire)).length
  expect(tokens).toBeGreaterThan(1_000)
  expect(tokens).toBeLessThanOrEqual(4_500)
  expect(first!.tools.map(({ name }) => name).sort()).toEqual(
    [
      'browser_click',
      'browser_drag',
      'browser_file',
      'browser_fill',
      'browser_open',
      'browser_press',
      'browser_script',
      'browser_scroll',
      'browser_type',
      'browser_view',
      'file_edit',
      'file_read',
      'file_search',
      'file_write',
      'message_ask',
      'message_notify',
      'shell_continue',
      'shell_exec',
      'step_done',
      'web_search',
    ].sort(),
  )
})
