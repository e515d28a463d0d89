import type { ReactNode } from 'react'
import { Mark } from '../../components/brand.tsx'

/** A page with one thing to do. */
export const CardPage = ({
  title,
  text,
  children,
}: {
  title: string
  text?: string
  children: ReactNode
}) => (
  <main className="grid min-h-dvh place-items-center bg-paper p-4">
    <div className="w-full max-w-sm">
      <div className="mb-5 flex items-center justify-center gap-2.5">
        <Mark className="size-9" />
        <span className="font-semibold text-xl tracking-tight">Deskhand</span>
      </div>
      <div className="rounded-2xl border border-line bg-surface p-6 shadow-card">
        <h1 className="font-semibold text-lg">{title}</h1>
        {text && <p className="mt-1 text-ink-2 text-sm">{text}</p>}
        <div className="mt-5">{children}</div>
      </div>
    </div>
  </main>
)
