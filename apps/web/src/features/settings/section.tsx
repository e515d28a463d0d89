import type { ReactNode } from 'react'

interface Props {
  title: string
  text?: ReactNode
  children: ReactNode
}

export const Section = ({ title, text, children }: Props) => (
  <section className="mb-6 rounded-2xl border border-line bg-surface p-5">
    <h2 className="font-semibold">{title}</h2>
    {text && <p className="mt-0.5 text-ink-2 text-sm">{text}</p>}
    <div className="mt-4 flex flex-col gap-4">{children}</div>
  </section>
)
