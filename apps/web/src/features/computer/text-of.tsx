import type { ToolCallView } from '@deskhand/protocol/fold'

/** What a call showed as plain text; for results that have no picture of their own. */
export const TextOf = ({ tool }: { tool: ToolCallView }) => (
  <section
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    tabIndex={0}
    aria-label={tool.title}
    className="min-h-0 flex-1 overflow-auto whitespace-pre-wrap p-4 font-mono text-[0.8125rem]"
  >
    {tool.view?.kind === 'text' ? tool.view.text : JSON.stringify(tool.view, null, 2)}
  </section>
)
