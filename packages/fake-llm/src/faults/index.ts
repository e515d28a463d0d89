import { z } from 'zod'
import { byteFaults } from './bytes.ts'
import { eventFaults } from './events.ts'
import type { Fault } from './fault.ts'
import { insteadFaults } from './instead.ts'
import { jsonInsteadOfStream } from './json-instead.ts'
import { saidFaults } from './said.ts'

export const faults: readonly Fault[] = [
  ...insteadFaults,
  ...saidFaults,
  ...eventFaults,
  ...byteFaults,
  jsonInsteadOfStream,
]

/** Every fault as it is without parameters, where that is possible, and each of its variants. */
export const everyFault: readonly { fault: string; [param: string]: unknown }[] = faults.flatMap(
  ({ name, params, variants = [] }) => [
    ...(params.safeParse({}).success ? [{ fault: name }] : []),
    ...variants.map((variant) => ({ fault: name, ...variant })),
  ],
)

/** `{fault: status, status: 429, retryAfter: 1}`, or the name alone where no parameter is needed, or `none`. */
export const faultSpec = z
  .union([z.string(), z.looseObject({ fault: z.string() })])
  .transform((spec, context) => {
    const { fault: name, ...params } = typeof spec === 'string' ? { fault: spec } : spec
    if (name === 'none') return { name, params: {} }
    const fault = faults.find((one) => one.name === name)
    if (!fault) {
      context.addIssue(`no fault is named "${name}"; there are ${faults.map((one) => one.name).join(', ')}`)
      return z.NEVER
    }
    const parsed = fault.params.safeParse(params)
    if (!parsed.success) {
      context.addIssue(
        `fault ${name}: ${parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`,
      )
      return z.NEVER
    }
    return { name, params: parsed.data }
  })
export type FaultInput = z.input<typeof faultSpec>
export interface FaultSpec {
  name: string
  params: Record<string, unknown>
}

/** The fault with its parameters bound; undefined for `none`. */
export function faultOf(
  spec: FaultSpec | undefined,
): { fault: Fault; params: Record<string, unknown> } | undefined {
  const fault = spec && faults.find((one) => one.name === spec.name)
  return fault && { fault, params: spec.params }
}
