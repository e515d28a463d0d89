import type { FakeSession } from './fake-session.ts'

export const usage = {
  inputTokens: 48_200,
  outputTokens: 6_120,
  cachedTokens: 31_000,
  calls: 22,
  toolCalls: 14,
  contextTokens: 18_300,
  contextWindow: 128_000,
  budget: { calls: 0.11, tokens: 0.03, minutes: 0.08 },
}

const step = (id: string, title: string, status = 'pending', summary?: string) => ({
  id,
  title,
  status,
  summary,
})

/** A task at work: a plan, a finished step, a change of mind in the middle, a call under way. */
export function playSample(session: FakeSession): void {
  session.emit(
    { type: 'session.update', title: 'Compare four tents' },
    {
      type: 'message',
      id: 'm1',
      role: 'user',
      text: 'Compare the four tents of the shop and write a comparison.',
    },
    { type: 'run.start', runId: 'r1' },
    { type: 'status', status: 'planning' },
    {
      type: 'thought',
      id: 't1',
      role: 'planner',
      text: 'The shop has a page for each tent. Read all four, then write.',
    },
    {
      type: 'plan.update',
      rev: 1,
      goal: 'A comparison of the four tents as a file',
      cause: 'new',
      steps: [
        step('s1', 'Look at the shop'),
        step('s2', 'Read the pages of all four tents'),
        step('s3', 'Write the comparison'),
      ],
    },
    {
      type: 'message',
      id: 'm2',
      role: 'assistant',
      text: 'I will read each tent’s page, then write a comparison with **weight**, **price** and packed size.',
    },
    { type: 'status', status: 'running' },
    { type: 'step.start', stepId: 's1' },
    { type: 'sandbox.start' },
    { type: 'sandbox.ready', bootMs: 2_840, from: 'new' },
    call('c1', 's1', 'browser_open', 'Opening shop.localhost', { url: 'http://shop.localhost:8081/shop/' }),
    end('c1', 912, { kind: 'browser', url: 'http://shop.localhost:8081/shop/', title: 'Tents', shot: 'b1' }),
    { type: 'thought', id: 't2', role: 'executor', stepId: 's1', text: 'Four products are listed.' },
    call('c2', 's1', 'browser_click', 'Clicking “Lightweight”', { target: '12' }),
    end('c2', 340, {
      kind: 'browser',
      url: 'http://shop.localhost:8081/shop/?sort=weight',
      title: 'Tents by weight',
      shot: 'b2',
      before: 'b1',
      point: { x: 430, y: 120 },
      changes: 'The list is sorted by weight.',
      via: 'number',
    }),
    {
      type: 'step.end',
      stepId: 's1',
      outcome: 'done',
      summary: 'The shop sells four tents, from 1.1 to 3.4 kg.',
      verified: true,
    },
    {
      type: 'plan.update',
      rev: 2,
      goal: 'A comparison of the four tents as a file',
      cause: 'step',
      steps: [
        step('s1', 'Look at the shop', 'done', 'The shop sells four tents, from 1.1 to 3.4 kg.'),
        step('s2', 'Read the pages of all four tents'),
        step('s3', 'Write the comparison'),
      ],
    },
    { type: 'step.start', stepId: 's2' },
    call('c3', 's2', 'shell_exec', 'Running curl', {
      command: 'curl -s http://shop.localhost:8081/shop/a.json',
    }),
    end('c3', 128, {
      kind: 'shell',
      shell: 'main',
      command: 'curl -s http://shop.localhost:8081/shop/a.json | jq .weight',
      output: '1.1\n1.4\n2.9\n3.4\njq: error: one entry has no packed size\n',
      exitCode: 5,
      state: 'done',
      bytes: 60,
    }),
    {
      type: 'message',
      id: 'm3',
      role: 'user',
      text: 'Only the two lightest, please, and tell me which one fits in a bicycle bag.',
      mode: 'steer',
    },
    {
      type: 'step.end',
      stepId: 's2',
      outcome: 'interrupted',
      summary: 'Two of four pages were read.',
      verified: false,
    },
    {
      type: 'plan.update',
      rev: 3,
      goal: 'A comparison of the two lightest tents as a file',
      cause: 'interrupt',
      why: 'You want only the two lightest, and whether one fits in a bicycle bag.',
      steps: [
        step('s1', 'Look at the shop', 'done', 'The shop sells four tents, from 1.1 to 3.4 kg.'),
        step('s4', 'Find the packed size of the two lightest'),
        step('s5', 'Write the comparison of the two'),
      ],
    },
    { type: 'step.start', stepId: 's4' },
    call('c4', 's4', 'web_search', 'Searching “bicycle bag size litres”', {
      query: 'bicycle bag size litres',
    }),
    end('c4', 1_930, {
      kind: 'search',
      query: 'bicycle bag size litres',
      engine: 'searxng',
      results: [
        {
          title: 'How big is a pannier?',
          url: 'https://example.org/panniers',
          snippet: 'A rear pannier holds 20 litres and is about 42 cm high.',
        },
        {
          title: 'Handlebar bags',
          url: 'https://example.org/handlebar',
          snippet: 'Rolls up to 60 × 18 cm fit most handlebars.',
          date: '2026-03-02',
        },
      ],
    }),
    call('c5', 's4', 'file_edit', 'Changing notes.md', { path: 'notes.md' }),
    end('c5', 12, {
      kind: 'file',
      path: '/workspace/notes.md',
      op: 'edit',
      diff: '--- notes.md\n+++ notes.md\n@@ -1,3 +1,4 @@\n # Tents\n-all four\n+the two lightest\n+packed: 42 × 14 cm\n weight in kg',
    }),
    call('c6', 's4', 'shell_exec', 'Running the check', { command: 'python3 check.py' }),
  )
  session.live({ type: 'usage', ...usage })
}

/** Ends what `playSample` began. */
export function finishSample(session: FakeSession): void {
  session.emit(
    end('c6', 2_100, {
      kind: 'shell',
      shell: 'main',
      command: 'python3 check.py',
      output: '\u001b[32m3 passed\u001b[0m\n',
      exitCode: 0,
      state: 'done',
      bytes: 9,
    }),
    {
      type: 'step.end',
      stepId: 's4',
      outcome: 'done',
      summary: 'Both fit; the lighter one with room to spare.',
      verified: true,
    },
    { type: 'step.start', stepId: 's5' },
    {
      type: 'artifact',
      path: '/workspace/tents.md',
      name: 'tents.md',
      size: 2_310,
      mime: 'text/markdown',
      sha256: 'x',
      blob: 'b9',
    },
    {
      type: 'step.end',
      stepId: 's5',
      outcome: 'done',
      summary: 'The comparison is written.',
      verified: true,
    },
    { type: 'status', status: 'reporting' },
    {
      type: 'message',
      id: 'm9',
      role: 'assistant',
      final: true,
      text: '## The two lightest\n\n| | Fjell 1 | Sund 2 |\n|---|---|---|\n| Weight | 1.1 kg | 1.4 kg |\n| Packed | 42 × 14 cm | 48 × 16 cm |\n| Price | 349 € | 289 € |\n\nBoth fit a **20-litre pannier**; the Fjell also fits on a handlebar. The whole is in [tents.md](/workspace/tents.md).\n\n```sh\npython3 check.py\n```',
    },
    { type: 'run.end', runId: 'r1', outcome: 'ok', usage },
    { type: 'status', status: 'idle' },
  )
}

const call = (callId: string, stepId: string, name: string, title: string, args: object) => ({
  type: 'tool.start' as const,
  callId,
  stepId,
  name,
  title,
  args,
})
const end = (callId: string, ms: number, view: object) => ({
  type: 'tool.end' as const,
  callId,
  outcome: 'ok',
  ms,
  view,
})
