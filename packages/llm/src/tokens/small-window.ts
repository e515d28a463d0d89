import { ModelError } from '../chat-model.ts'

/** Tokens below which no work gets done: the prompts, the tools and a few results must fit. */
export const leastWindow = 8_192

/**
 * The window that a server cut this request to without saying so; undefined when it read it all. `counted` is our
 * own count, uncalibrated. Such a server reports a prompt near its window, or far below what was sent.
 */
export function silentCut(counted: number, reported: number): number | undefined {
  // No window is that small: such a server counts wrongly, or only what it had not in its cache.
  if (reported < 1_024 || counted < 2_500 || counted < reported * 1.35 || counted - reported < 1_000)
    return undefined
  const windows = [2_048, 4_096, 8_192, 16_384, 32_768, 65_536]
  const near = windows.find((window) => reported <= window && reported > window * 0.85)
  if (near !== undefined) return near
  // Whole messages were dropped, so the prompt ends somewhere below the window.
  return counted > reported * 2.2 ? windows.find((window) => reported <= window) : undefined
}

/** The error for a window that is too small to work in; says its size and how to raise it. */
export function smallWindowError(window: number, counted: number, preset: string): ModelError {
  const size = window.toLocaleString('en-US')
  const how: Record<string, string> = {
    ollama: `Raise num_ctx: start Ollama with OLLAMA_CONTEXT_LENGTH=16384, or make a model with "PARAMETER num_ctx 16384" in its Modelfile.`,
    lmstudio: 'Load the model again in LM Studio with a context length of 16384 or more.',
    llamacpp: 'Start llama-server with -c 16384 or more (per slot when it runs with --parallel).',
  }
  const about = `this one has about ${counted.toLocaleString('en-US')}`
  const why = counted > window ? about : `the work needs ${leastWindow.toLocaleString('en-US')} at the least`
  const any = 'Raise its context length to 16384 or more (Ollama: num_ctx, llama.cpp: -c).'
  return new ModelError(
    'small_window',
    `The model server cuts requests to ${size} tokens without saying so; ${why}`,
    { hint: how[preset] ?? any },
  )
}
