import { CircleCheck, FileText, Globe, MessageSquare, Search, Terminal, Wrench } from 'lucide-react'

const icons = [
  ['shell_', Terminal],
  ['file_', FileText],
  ['browser_', Globe],
  ['web_search', Search],
  ['message_', MessageSquare],
  ['step_done', CircleCheck],
] as const

/** By the family in a tool's name; any other tool gets a wrench. */
export function ToolIcon({ name, className = 'size-4' }: { name: string; className?: string }) {
  const Icon = icons.find(([prefix]) => name.startsWith(prefix))?.[1] ?? Wrench
  return <Icon className={className} aria-hidden="true" />
}
