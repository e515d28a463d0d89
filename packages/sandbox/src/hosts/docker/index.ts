import Docker from 'dockerode'
import { seccompProfile } from '../../image/seccomp-profile.ts'
import type { HostKind } from '../index.ts'
import { DockerEngine } from './docker-engine.ts'
import { type FoundEngine, findEngine } from './find-engine.ts'
import { ownContainerId } from './own-container.ts'

export const dockerHost: HostKind = {
  name: 'docker',
  fits: () => true,
  async open({ settings, extraCa }) {
    let problem: Error | undefined
    const found = await findEngine({
      dockerHost: settings.dockerHost,
      sshAuthAgent: settings.sshAuthAgent,
    }).catch((error: Error): FoundEngine => {
      problem = error
      return {
        docker: new Docker({ socketPath: '/var/run/docker.sock' }),
        where: 'unix:///var/run/docker.sock',
      }
    })
    const seccomp = JSON.stringify(seccompProfile)
    const self = ownContainerId()
    const engine = new DockerEngine({ docker: found.docker, settings, seccomp, extraCa, self })
    return { engine, where: found.where, problem }
  },
}
