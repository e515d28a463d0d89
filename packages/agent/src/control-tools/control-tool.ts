import type { z } from 'zod'
import type { Core } from '../run/core.ts'
import type { CallState, StepState } from '../state/session-state.ts'

/** A tool that acts on the run itself: its effects are entries of the log. */
export interface ControlTool<Params extends z.ZodObject = z.ZodObject> {
  name: string
  description: string
  params: Params
  title(args: z.infer<Params>): string
  /** writes all that follows, the call's result included (or the question that it waits for) */
  run(core: Core<unknown>, use: ControlUse<z.infer<Params>>): Promise<void>
}
export interface ControlUse<Args> {
  call: CallState
  step: StepState
  args: Args
  /** notes on how the arguments were read */
  lines: string[]
}

export const defineControl = <Params extends z.ZodObject>(tool: ControlTool<Params>): ControlTool =>
  tool as unknown as ControlTool
