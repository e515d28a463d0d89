import type { TokenBody } from '@deskhand/protocol/http'
import { KeyRound, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Field } from '../../components/field.tsx'
import { api } from '../../lib/api.ts'
import { attempt } from '../../lib/commands.ts'
import { when } from '../../lib/format.ts'
import { useAsk } from '../../lib/use-ask.ts'
import { Section } from './section.tsx'

/** Tokens for scripts; each is shown once, when it is made. */
export function TokenSection() {
  const { t, i18n } = useTranslation()
  const asked = useAsk('tokens', api.tokens)
  const [name, setName] = useState('')
  const [made, setMade] = useState<TokenBody>()
  const make = async (event: FormEvent) => {
    event.preventDefault()
    const done = await attempt(async () => setMade(await api.makeToken(name.trim())))
    if (!done) return
    setName('')
    asked.again()
  }
  return (
    <Section title={t('account.tokens')} text={t('account.tokensText')}>
      <form onSubmit={make} className="flex items-end gap-2">
        <Field
          className="flex-1"
          label={t('account.tokenName')}
          value={name}
          maxLength={100}
          required
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={!name.trim()}>
          {t('account.makeToken')}
        </Button>
      </form>
      {made?.token && (
        <Banner tone="ok" icon={<KeyRound />}>
          <p>{t('account.tokenOnce')}</p>
          <p className="mt-1 flex items-center gap-1">
            <code className="break-all font-mono text-xs">{made.token}</code> <CopyButton text={made.token} />
          </p>
        </Banner>
      )}
      {asked.phase === 'failed' && <Banner tone="danger">{asked.error.message}</Banner>}
      <ul className="divide-y divide-line">
        {asked.value?.map((token) => (
          <li key={token.id} className="flex items-center gap-3 py-2 text-sm">
            <span className="min-w-0 flex-1 truncate">{token.name}</span>
            <span className="text-ink-3 text-xs">
              {token.lastUsedAt
                ? t('account.lastUsed', { when: when(token.lastUsedAt, i18n.language, Date.now()) })
                : t('account.neverUsed')}
            </span>
            <IconButton
              label={t('account.dropToken', { name: token.name })}
              onClick={() => attempt(() => api.dropToken(token.id)).then(asked.again)}
            >
              <Trash2 className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
    </Section>
  )
}
