export {
  type EnsureOptions,
  ensureSandboxImage,
  type SandboxImage,
  sandboxImageTag,
} from './ensure-sandbox-image.ts'
export {
  DEFAULT_BASE_IMAGE,
  type ImageProgress,
  type ImageSettings,
  SandboxImageError,
} from './image-settings.ts'
