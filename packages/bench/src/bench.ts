/** One figure. `n`: how many measurements it is the median of; `goal` as benchmarks state it, when there is one. */
export interface Metric {
  value: number
  unit: string
  n: number
  goal?: number
  /** what the time is spent on, or what was different from the definition */
  note?: string
}
export type Metrics = Record<string, Metric>

export interface BenchContext {
  /** a line for the person who waits */
  say(text: string): void
}

export interface Bench {
  name: string
  /** Throws when what it needs is not there, with a sentence that says what. */
  run(context: BenchContext): Promise<Metrics>
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  if (percent === 50 && sorted.length % 2 === 0)
    return ((sorted[sorted.length / 2 - 1] ?? 0) + (sorted[sorted.length / 2] ?? 0)) / 2
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}

/** Results of `times` rounds after one that only warms up. */
export async function repeat(times: number, round: (index: number) => Promise<number>): Promise<number[]> {
  const values: number[] = []
  for (let index = -1; index < times; index++) {
    const value = await round(index)
    if (index >= 0) values.push(value)
  }
  return values
}

/** A metric from measurements: their median. */
export function metric(values: readonly number[], unit: string, goal?: number, note?: string): Metric {
  return { value: Math.round(median(values) * 10) / 10, unit, n: values.length, goal, note }
}
