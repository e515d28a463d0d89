import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  text?: string
  details?: ReactNode
  /** the choices */
  children?: ReactNode
}

export function PromptCard({ title, text, details, children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      data-testid="prompt"
      className="rise mb-2 rounded-2xl border border-signal-line bg-signal-soft px-4 py-3"
    >
      <h2 id={id} className="font-semibold text-signal text-sm">
        {title}
      </h2>
      {text && <p className="mt-0.5 max-h-40 overflow-y-auto whitespace-pre-wrap text-[0.9375rem]">{text}</p>}
      {details}
      {children && <div className="mt-2.5 flex flex-wrap gap-2">{children}</div>}
    </section>
  )
}
