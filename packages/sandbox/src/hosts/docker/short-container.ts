import type Docker from 'dockerode'
import type { ContainerCreateOptions } from 'dockerode'

/** Runs one program of an image to its end in a container of its own, which is removed. Answers exit code and output. */
export class ShortContainer {
  #created: Promise<Docker.Container>

  /** Created at once, so that the start later is only a start. */
  constructor(docker: Docker, options: ContainerCreateOptions) {
    this.#created = docker.createContainer({ ...options, Tty: true })
    this.#created.catch(() => {}) // told by run()
  }

  async run(): Promise<{ exitCode: number; output: string }> {
    const container = await this.#created
    try {
      const ended = container.wait({ condition: 'next-exit' })
      ended.catch(() => {}) // when the start fails, that is the error
      await container.start()
      const { StatusCode: exitCode } = await ended
      // With a terminal the log has no frame headers; it is a few lines.
      const output =
        exitCode === 0 && !this.wantsOutput
          ? ''
          : String(await container.logs({ stdout: true, stderr: true }))
      return { exitCode, output }
    } finally {
      this.discard()
    }
  }
  wantsOutput = false

  /** Nobody waits for it; what stays behind is removed at the next start by its label. */
  discard(): void {
    this.#created.then((container) => container.remove({ force: true, v: true })).catch(() => {})
  }
}
