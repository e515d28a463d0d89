import type { ViewOf } from '@deskhand/protocol'
import type { ToolCallView } from '@deskhand/protocol/fold'
import { Terminal as TerminalIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.tsx'
import { useControl } from '../../lib/control-store.ts'
import { useSession, useSessionState } from '../../lib/session-store.ts'
import { ShellScreen } from './shell-screen.tsx'
import { TextOf } from './text-of.tsx'
import { useXterm } from './use-xterm.ts'
import { viewOf } from './which-view.ts'

interface Props {
  tool: ToolCallView | undefined
  live: boolean
}

/** What a command wrote; beside it the shell itself, live, for whoever wants to look or type. */
export default function TerminalView({ tool, live }: Props) {
  const { t } = useTranslation()
  const sessionId = useSessionState((state) => state.id)
  const awake = useSession((view) => view.sandbox.state === 'ready')
  const held = useControl((control) => control.phase === 'held')
  const [shellShown, setShellShown] = useState(false)
  const view = viewOf(tool, 'shell')
  const shell = view?.shell ?? (typeof tool?.args.shell === 'string' ? tool.args.shell : 'main')
  const command = typeof tool?.args.command === 'string' ? tool.args.command : undefined
  const direct = live && awake && sessionId && (shellShown || held)
  return (
    <div className="flex min-h-0 flex-1 flex-col text-on-screen">
      <div className="flex min-h-9 shrink-0 items-center gap-2 bg-screen-2 px-3 text-xs">
        <TerminalIcon className="size-3.5 opacity-70" aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate font-mono">{shell}</span>
        {view?.state === 'waiting_for_input' && (
          <span className="text-[#f2b265]">{t('chat.waitsForInput')}</span>
        )}
        {live && awake && (
          <button
            type="button"
            aria-pressed={Boolean(direct)}
            onClick={() => setShellShown(!shellShown)}
            className="min-h-7 rounded-md px-2 hover:bg-on-screen/15 aria-pressed:bg-on-screen/20"
          >
            {t('computer.liveShell')}
          </button>
        )}
      </div>
      {direct ? (
        <ShellScreen sessionId={sessionId} name={shell} />
      ) : view || command !== undefined ? (
        <Output view={view} command={view?.command ?? command} />
      ) : tool?.view ? (
        <TextOf tool={tool} />
      ) : (
        <EmptyState onScreen icon={<TerminalIcon />} title={t('computer.noCommand')} />
      )}
    </div>
  )
}

function Output({ view, command }: { view: ViewOf<'shell'> | undefined; command: string | undefined }) {
  const prompt = command === undefined ? '' : `\x1b[32m$\x1b[0m \x1b[1m${command}\x1b[0m\n`
  const ending = view?.exitCode ? `\n\x1b[31mexit ${view.exitCode}\x1b[0m` : ''
  const box = useXterm(`${prompt}${view?.output ?? ''}${ending}`)
  return <div ref={box} className="min-h-0 flex-1 p-2" data-testid="terminal" />
}
