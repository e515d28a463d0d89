/** A scenario that every provider must get through: what is sent, and what must be there afterwards. */
export interface GoldenTask {
  id: 'round-trip' | 'interruption' | 'long-run'
  request: string
  /** said when this step has ended (counted from 1) */
  midway?: { afterStep: number; text: string }
  files: Record<string, string>
  /** must not be there */
  absent?: string[]
  report: RegExp
}

export const goldenTasks: readonly GoldenTask[] = [
  {
    id: 'round-trip',
    request: 'Play the golden round trip.',
    files: { 'numbers.txt': '12\n30\n58\n', 'sum.txt': '100\n' },
    report: /add up to 100/,
  },
  {
    id: 'interruption',
    request: 'Play the golden interruption.',
    midway: { afterStep: 2, text: 'Leave out south and west, write the centre instead.' },
    files: { 'north.txt': 'north\n', 'east.txt': 'east\n', 'centre.txt': 'centre\n' },
    absent: ['west.txt'],
    report: /centre instead of south and west/,
  },
  {
    id: 'long-run',
    request: 'Play the golden long run.',
    files: { 'total.txt': '48 parts\n' },
    report: /All 48 parts/,
  },
]
