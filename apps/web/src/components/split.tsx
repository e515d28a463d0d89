import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'

interface Props {
  /** share of the left side, 0 to 1 */
  share: number
  /** told when the person lets go */
  onShare(share: number): void
  label: string
  left: ReactNode
  right: ReactNode
}

const NARROWEST = 0.25
const WIDEST = 0.75
const STEP = 0.03

const within = (share: number) => Math.min(WIDEST, Math.max(NARROWEST, share))

/** Two sides with a border that can be moved, by pointer or by arrow keys. */
export function Split({ share, onShare, label, left, right }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [moving, setMoving] = useState<number>()
  const shown = within(moving ?? share)
  const onPointerMove = (event: PointerEvent) => {
    if (moving === undefined || !box.current) return
    const { left: start, width } = box.current.getBoundingClientRect()
    setMoving(within((event.clientX - start) / width))
  }
  const onPointerUp = () => {
    if (moving !== undefined) onShare(moving)
    setMoving(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -STEP : event.key === 'ArrowRight' ? STEP : 0
    if (!step) return
    event.preventDefault()
    onShare(within(shown + step))
  }
  return (
    <div ref={box} className={`flex min-h-0 flex-1 ${moving === undefined ? '' : 'select-none'}`}>
      <div className="min-w-0" style={{ width: `${shown * 100}%` }}>
        {left}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; this is the pattern for one that can */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={label}
        aria-valuenow={Math.round(shown * 100)}
        aria-valuemin={NARROWEST * 100}
        aria-valuemax={WIDEST * 100}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setMoving(shown)
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setMoving(undefined)}
        className={`relative w-px shrink-0 cursor-col-resize touch-none outline-none focus-visible:bg-accent ${moving === undefined ? 'bg-line' : 'bg-accent'}`}
      >
        <span className="absolute inset-y-0 -left-1.5 w-3" />
      </div>
      {/* A screen or frame below would swallow the pointer. */}
      <div className={`min-w-0 flex-1 ${moving === undefined ? '' : 'pointer-events-none'}`}>{right}</div>
    </div>
  )
}
