import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../lib/copy.ts'
import { tell } from '../lib/toast.ts'
import { IconButton } from './button.tsx'

const DONE_MS = 1_500

export function CopyButton({ text, className }: { text: string; className?: string }) {
  const { t } = useTranslation()
  const [done, setDone] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) return void tell(t('common.copyFailed'), { tone: 'danger' })
    setDone(true)
    setTimeout(() => setDone(false), DONE_MS)
  }
  return (
    <IconButton label={done ? t('common.copied') : t('common.copy')} onClick={copy} className={className}>
      {done ? <Check className="size-3.5 text-ok" /> : <Copy className="size-3.5" />}
    </IconButton>
  )
}
