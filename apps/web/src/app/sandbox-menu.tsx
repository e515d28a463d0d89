import { AlarmClockPlus, EllipsisVertical, ExternalLink, Moon, Power, RotateCcw, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../components/button.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../components/menu.tsx'
import { api, type PortBody } from '../lib/api.ts'
import { attempt } from '../lib/commands.ts'
import { when } from '../lib/format.ts'
import { useSession, useSessionState } from '../lib/session-store.ts'
import { type Quality, setUi, useUi } from '../lib/ui-store.ts'
import { useAsk } from '../lib/use-ask.ts'

const EXTEND_MINUTES = 60

/** The state of the sandbox, what can be done with it, the programs that listen in it, and how sharp its picture is. */
export function SandboxMenu() {
  const { t, i18n } = useTranslation()
  const sessionId = useSessionState((state) => state.id)
  const { state, expiresAt } = useSession((view) => view.sandbox)
  const quality = useUi((ui) => ui.quality)
  if (!sessionId) return null
  const act = (action: 'wake' | 'pause' | 'stop' | 'restart') =>
    attempt(() => api.sandbox(sessionId, { action }))
  const awake = state === 'ready'
  return (
    <Menu
      trigger={
        <IconButton label={t('sandbox.menu')}>
          <EllipsisVertical className="size-4" />
        </IconButton>
      }
    >
      <p className="px-2.5 pt-1.5 pb-1 text-[0.8125rem] text-ink-2" data-testid="sandbox-state">
        {t(`sandbox.state.${state}`)}
        {expiresAt !== undefined && awake && (
          <span className="block text-ink-3 text-xs">
            {t('sandbox.expires', { when: when(expiresAt, i18n.language, Date.now()) })}
          </span>
        )}
      </p>
      {awake && <Walls sessionId={sessionId} />}
      {!awake && state !== 'starting' && (
        <MenuItem icon={<Sun className="size-4" />} onSelect={() => act('wake')}>
          {t(state === 'none' ? 'sandbox.start' : 'sandbox.wake')}
        </MenuItem>
      )}
      {awake && (
        <>
          <MenuItem
            icon={<AlarmClockPlus className="size-4" />}
            onSelect={() =>
              attempt(() => api.sandbox(sessionId, { action: 'extend', minutes: EXTEND_MINUTES }))
            }
          >
            {t('sandbox.extend')}
          </MenuItem>
          <MenuItem icon={<Moon className="size-4" />} onSelect={() => act('pause')}>
            {t('sandbox.pause')}
          </MenuItem>
          <MenuItem icon={<RotateCcw className="size-4" />} onSelect={() => act('restart')}>
            {t('sandbox.restart')}
          </MenuItem>
          <MenuItem icon={<Power className="size-4" />} onSelect={() => act('stop')}>
            {t('sandbox.stop')}
          </MenuItem>
          <Programs sessionId={sessionId} />
        </>
      )}
      <MenuLine />
      <MenuChoice
        label={t('settings.quality')}
        value={quality}
        choices={(['auto', 'low', 'high'] as const).map((value) => ({ value, label: t(`quality.${value}`) }))}
        onChoose={(value) => setUi({ quality: value as Quality })}
      />
    </Menu>
  )
}

function Programs({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation()
  const asked = useAsk(`ports ${sessionId}`, () => api.ports(sessionId))
  const ports = asked.value ?? []
  if (!ports.length) return null
  const open = (port: PortBody) =>
    attempt(async () => {
      // Opened before the answer comes: later no browser would take it for the person's own click.
      const tab = window.open('about:blank', '_blank')
      try {
        const { url } = await api.openPort(sessionId, port.port)
        if (tab) tab.location.href = url
      } catch (error) {
        tab?.close()
        throw error
      }
    })
  return (
    <>
      <MenuLine />
      {ports.map((port) => (
        <MenuItem key={port.port} icon={<ExternalLink className="size-4" />} onSelect={() => open(port)}>
          {t('sandbox.openPort', { port: port.port })}
        </MenuItem>
      ))}
    </>
  )
}

/** What stands between the sandbox and the rest of the house, where it is less than it should be. */
function Walls({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation()
  const sandbox = useAsk(`walls ${sessionId}`, () => api.session(sessionId)).value?.sandbox
  const open = sandbox?.network?.includes('not enforced')
  if (!open && sandbox?.chromeSandbox !== false) return null
  return (
    <div className="max-w-72 px-2.5 pb-1.5 text-signal text-xs" data-testid="walls">
      {open && <p>{t('sandbox.wallsOff')}</p>}
      {sandbox?.chromeSandbox === false && <p>{t('sandbox.chromeSandboxOff')}</p>}
    </div>
  )
}
