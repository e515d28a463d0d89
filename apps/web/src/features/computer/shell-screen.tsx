import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { useControl } from '../../lib/control-store.ts'
import { socketUrl } from '../../lib/place.ts'
import { mountTerminal } from './use-xterm.ts'

interface Props {
  sessionId: string
  name: string
}

/** A shell of the sandbox itself. Keys reach it only while the person has control. */
export function ShellScreen({ sessionId, name }: Props) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const lease = useControl((control) => (control.sessionId === sessionId ? control.lease : null))
  const [round, setRound] = useState(0)
  const [ended, setEnded] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another connection
  useEffect(() => {
    if (!box.current) return
    setEnded(false)
    const { terminal, end } = mountTerminal(box.current, lease === null)
    const query = lease ? `?lease=${encodeURIComponent(lease)}` : ''
    const socket = new WebSocket(
      socketUrl(`sessions/${encodeURIComponent(sessionId)}/terminals/${encodeURIComponent(name)}${query}`),
    )
    socket.binaryType = 'arraybuffer'
    socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) =>
      terminal.write(typeof data === 'string' ? data : new Uint8Array(data))
    socket.onclose = () => setEnded(true)
    const keys = terminal.onData((text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(new TextEncoder().encode(text))
    })
    return () => {
      keys.dispose()
      socket.onclose = null
      socket.close()
      end()
    }
  }, [sessionId, name, lease, round])

  return (
    <div className="relative min-h-0 flex-1 p-2">
      <div ref={box} className="h-full" data-testid="shell" />
      {ended && (
        <div className="absolute inset-x-0 bottom-3 flex items-center justify-center gap-3 text-sm">
          <span>{t('computer.shellEnded')}</span>
          <Button small onClick={() => setRound(round + 1)}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {!ended && lease === null && (
        <p className="pointer-events-none absolute right-3 bottom-2 text-on-screen/60 text-xs">
          {t('computer.lookOnly')}
        </p>
      )}
    </div>
  )
}
