import { defineTool } from '@deskhand/agent'
import type { World } from './world.ts'

/** A tool of ours: the harness's contract with our world filled in. */
export const tool = defineTool<World>()
