import { isPrivateHost } from '../wire/private-host.ts'
import { anthropicCompat } from './anthropic-compat.ts'
import { azure } from './azure.ts'
import { bedrockCompat } from './bedrock-compat.ts'
import { deepseek } from './deepseek.ts'
import { geminiCompat } from './gemini-compat.ts'
import { generic } from './generic.ts'
import { glm } from './glm.ts'
import { kimi } from './kimi.ts'
import { llamacpp } from './llamacpp.ts'
import { lmstudio } from './lmstudio.ts'
import { mistral } from './mistral.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { openrouter } from './openrouter.ts'
import { genericProfile, type ModelProfile, type Preset } from './profile.ts'
import { qwen } from './qwen.ts'
import { vllm } from './vllm.ts'

/** First match wins: servers that carry many families come before the families. */
export const presets: readonly Preset[] = [
  openai,
  azure,
  openrouter,
  bedrockCompat,
  ollama,
  lmstudio,
  vllm,
  llamacpp,
  deepseek,
  kimi,
  qwen,
  glm,
  geminiCompat,
  mistral,
  anthropicCompat,
  generic,
]

/** The preset of a server and model, by name if the person chose one, else by host and model name. */
export function findPreset(baseUrl: string, model: string, chosen?: string): Preset {
  const named = presets.find(({ name }) => name === chosen)
  if (chosen && !named) throw new TypeError(`There is no model preset "${chosen}"`)
  const { hostname, port } = new URL(baseUrl)
  // Gateways prefix the vendor: `deepseek/deepseek-v4` is still DeepSeek.
  const bare = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  return named ?? presets.find((preset) => preset.matches({ host: hostname, port, model: bare })) ?? generic
}

/** The profile before anything was probed, learned or chosen. */
export function presetProfile(baseUrl: string, model: string, chosen?: string): ModelProfile {
  const preset = findPreset(baseUrl, model, chosen)
  const bare = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  const local = isPrivateHost(new URL(baseUrl).hostname)
  return {
    ...genericProfile,
    ...(local && preset.name === 'generic' && { cutsSilently: true }),
    ...preset.profile,
    ...preset.forModel?.(bare),
    preset: preset.name,
  }
}
