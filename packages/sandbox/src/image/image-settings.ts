/** How the sandbox's image is made, as the configuration says. */
export interface ImageSettings {
  /** SANDBOX_IMAGE: a published image to be used as it is, when it carries our label */
  image?: string
  /** BASE_IMAGE */
  baseImage: string
  aptMirror?: string
  pipIndexUrl?: string
  npmRegistry?: string
  /** text of the file that EXTRA_CA_CERTS names: certificates in PEM */
  extraCaCerts?: string
  proxies?: { http?: string; https?: string; no?: string }
  /** labels the images, so that old ones are found again */
  installId?: string
}

export interface ImageProgress {
  phase: 'image'
  text: string
  /** of the whole, as far as it can be guessed */
  percent?: number
}

export const DEFAULT_BASE_IMAGE = 'ubuntu:24.04'
/** Images without it are not ours; written in the Dockerfile. */
export const IMAGE_LABEL = 'deskhand.sandbox-image'

/** `logFile` has everything that the failed step said. */
export class SandboxImageError extends Error {
  readonly logFile: string
  constructor(message: string, logFile: string, options?: { cause?: unknown }) {
    super(`${message} The whole log is in ${logFile}.`, options)
    this.name = 'SandboxImageError'
    this.logFile = logFile
  }
}
