import { type AgentDeps, AgentRefusal, type OpenStream, type SessionAgent } from '@deskhand/agent'
import { MessageId, RunId, type Status } from '@deskhand/protocol'
import type { World } from '@deskhand/tools'

const usage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  calls: 0,
  toolCalls: 0,
  contextTokens: 0,
  contextWindow: 0,
  budget: { calls: 0, tokens: 0, minutes: 0 },
}

/**
 * An agent that keeps to the contract of its commands and does no work: each message is a run that waits to be
 * stopped. It repeats the message live and never finishes saying it.
 */
export function agentDouble({ log, surroundings, newId }: AgentDeps<World>): SessionAgent {
  let run: RunId | undefined
  let status: Status = 'idle'
  const said: OpenStream[] = []
  const become = (next: Status) => {
    status = next
    log.append('status', { status: next })
  }
  return {
    get status() {
      return { status }
    },
    say({ id, text, mode, replyTo, attachments }) {
      const entry = log.append('message', {
        id,
        role: 'user',
        text,
        ...(mode === undefined ? {} : { mode }),
        ...(replyTo === undefined ? {} : { replyTo }),
        ...(attachments === undefined ? {} : { attachments }),
      })
      if (run === undefined) {
        run = RunId.parse(newId('run'))
        log.append('run.start', { runId: run })
        become('running')
        const echo = MessageId.parse(newId('message'))
        said.push({ of: 'message', id: echo, text, offset: text.length })
        log.live('message.delta', { id: echo, text, offset: 0 })
      }
      return { messageId: id, seq: entry.seq ?? 0 }
    },
    withdraw() {
      throw new AgentRefusal('NOT_QUEUED', 'This message is not queued.')
    },
    stop() {
      if (run !== undefined) log.append('run.end', { runId: run, outcome: 'stopped', usage })
      run = undefined
      said.length = 0
      become('idle')
    },
    pause: () => become('paused'),
    resume() {
      if (status !== 'paused') throw new AgentRefusal('NOTHING_TO_RESUME', 'Nothing is paused.')
      become('running')
    },
    finish() {
      throw new AgentRefusal('NOTHING_TO_FINISH', 'Nothing is under way.')
    },
    retry() {
      throw new AgentRefusal('NOTHING_TO_RETRY', 'Nothing failed.')
    },
    async takeOver(user) {
      await surroundings.enter(new AbortController().signal)
      log.append('takeover.start', { user })
      become('takeover')
    },
    handBack(user, note) {
      log.append('takeover.end', { user, seconds: 0, ...(note === undefined ? {} : { note }) })
      become('idle')
    },
    worldLost() {},
    openStreams: () => said,
    boot() {},
    async settled() {},
    async close() {},
  }
}
