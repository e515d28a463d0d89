import { anthropicCompat } from './anthropic-compat.ts'
import { azure } from './azure.ts'
import { deepseekV4Thinking } from './deepseek-v4-thinking.ts'
import { demo } from './demo.ts'
import { geminiCompat } from './gemini-compat.ts'
import { glm } from './glm.ts'
import { kimiThinking } from './kimi-thinking.ts'
import { llamaCpp } from './llamacpp.ts'
import { lmStudio } from './lmstudio.ts'
import { mistralStrict } from './mistral-strict.ts'
import { ollama4k } from './ollama-4k.ts'
import { openAiStrict } from './openai-strict.ts'
import { openRouter } from './openrouter.ts'
import type { Persona } from './persona.ts'
import { qwenThinking } from './qwen-thinking.ts'
import { vllmNoParser } from './vllm-noparser.ts'

/** The providers that the product is held against. */
export const personas: readonly Persona[] = [
  openAiStrict,
  azure,
  deepseekV4Thinking,
  kimiThinking,
  qwenThinking,
  glm,
  geminiCompat,
  mistralStrict,
  openRouter,
  ollama4k,
  lmStudio,
  llamaCpp,
  vllmNoParser,
  anthropicCompat,
]

/** Throws a sentence that lists the names there are. */
export function personaNamed(name: string): Persona {
  const all = [...personas, demo]
  const found = all.find((one) => one.name === name)
  if (!found)
    throw new Error(`There is no persona "${name}". There are: ${all.map((one) => one.name).join(', ')}.`)
  return found
}
