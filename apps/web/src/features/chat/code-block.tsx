import { isValidElement, type ReactNode } from 'react'
import { CopyButton } from '../../components/copy-button.tsx'

interface CodeProps {
  className?: string
  children?: ReactNode
}

export function CodeBlock({ children }: { children?: ReactNode }) {
  const code = isValidElement<CodeProps>(children) ? children.props : undefined
  const language = code?.className?.replace('language-', '')
  const text = String(code?.children ?? '').replace(/\n$/, '')
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-sunken">
      <div className="flex h-8 items-center justify-between pr-1 pl-3 text-ink-3 text-xs">
        <span>{language}</span>
        <CopyButton text={text} className="size-7!" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto px-3.5 pb-3 font-mono text-[0.8125rem] leading-relaxed">
        {text}
      </pre>
    </div>
  )
}
