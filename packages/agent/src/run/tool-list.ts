import type { ToolSpec } from '@deskhand/llm'
import type { ControlTool } from '../control-tools/control-tool.ts'
import { controlTools } from '../control-tools/index.ts'
import type { Tool } from '../tool.ts'
import { jsonSchema } from '../turn/read-args.ts'

export type Listed<World> =
  | { work: Tool<World>; control?: undefined }
  | { control: ControlTool; work?: undefined }

/** The executor's tools by name: what the deps bring, and the three that are the harness's own. */
export class ToolList<World> {
  readonly #byName = new Map<string, Listed<World>>()

  constructor(tools: readonly Tool<World>[]) {
    for (const work of tools) this.#byName.set(work.name, { work })
    for (const control of controlTools) this.#byName.set(control.name, { control })
  }

  get = (name: string): Listed<World> | undefined => this.#byName.get(name)

  get names(): string[] {
    return [...this.#byName.keys()]
  }

  /** as the model gets them; the same for a session's whole life */
  specs(): ToolSpec[] {
    return [...this.#byName.values()].map(({ work, control }) => {
      const { name, description, params } = (work ?? control)!
      return { name, description, parameters: jsonSchema(params) }
    })
  }
}
