const weight = 0.4

/**
 * How many tokens this server counts for one of ours, as a moving average. One odd report does not move it far, and
 * a report that cannot be true (a request that was cut, a cache left out) not at all.
 */
export function calibrate(factor: number, counted: number, reported: number): number {
  if (counted < 200 || reported <= 0) return factor
  const seen = reported / counted
  if (seen < 0.4 || seen > 3) return factor
  return factor + (seen - factor) * weight
}
