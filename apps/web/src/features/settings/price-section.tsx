import type { PriceBody, PricesBody } from '@deskhand/protocol/http'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { inputLook } from '../../components/field.tsx'
import { useAccount } from '../../lib/account-store.ts'
import { api } from '../../lib/api.ts'
import { attempt } from '../../lib/commands.ts'
import { tell } from '../../lib/toast.ts'
import { useAsk } from '../../lib/use-ask.ts'
import { Section } from './section.tsx'

interface Row {
  id: number
  model: string
  input: string
  cached: string
  output: string
}
const numbers = ['input', 'cached', 'output'] as const

/** What models cost: the person's own rows, and the list that comes with the program. */
export function PriceSection() {
  const { t } = useTranslation()
  const asked = useAsk('prices', api.prices)
  const isAdmin = useAccount((account) => account.me?.user?.role === 'admin')
  return (
    <Section title={t('prices.title')} text={t('prices.text')}>
      {asked.phase === 'failed' && <Banner tone="danger">{asked.error.message}</Banner>}
      {asked.value && isAdmin && (
        <OwnPrices key={JSON.stringify(asked.value.own)} own={asked.value.own} onSaved={asked.again} />
      )}
      {asked.value && <GivenPrices given={asked.value.given} />}
    </Section>
  )
}

function OwnPrices({ own, onSaved }: { own: PricesBody['own']; onSaved(): void }) {
  const { t } = useTranslation()
  const [rows, setRows] = useState(() => Object.entries(own).map(rowOf))
  const [next, setNext] = useState(rows.length)
  const change = (id: number, part: Partial<Row>) =>
    setRows((all) => all.map((row) => (row.id === id ? { ...row, ...part } : row)))
  const add = () => {
    setRows((all) => [...all, { id: next, model: '', input: '', cached: '', output: '' }])
    setNext(next + 1)
  }
  const save = async () => {
    const read = rows.map(priceOf)
    if (read.some((one) => one === undefined)) return void tell(t('prices.bad'), { tone: 'danger' })
    const table = Object.fromEntries(read as [string, PriceBody][])
    if (!(await attempt(() => api.savePrices(table)))) return
    tell(t('settings.saved'), { tone: 'ok' })
    onSaved()
  }
  return (
    <>
      {rows.length > 0 && (
        <ul className="flex flex-col gap-2" data-testid="own-prices">
          {rows.map((row) => (
            <li key={row.id} className="flex flex-wrap items-center gap-2">
              <input
                aria-label={t('prices.model')}
                placeholder={t('prices.model')}
                className={`${inputLook} flex-1 basis-40`}
                value={row.model}
                spellCheck={false}
                onChange={(event) => change(row.id, { model: event.target.value })}
              />
              {numbers.map((part) => (
                <input
                  key={part}
                  aria-label={t(`prices.${part}`)}
                  placeholder={t(`prices.${part}`)}
                  inputMode="decimal"
                  className={`${inputLook} max-w-26`}
                  value={row[part]}
                  onChange={(event) => change(row.id, { [part]: event.target.value })}
                />
              ))}
              <IconButton
                label={t('prices.remove', { model: row.model })}
                onClick={() => setRows((all) => all.filter(({ id }) => id !== row.id))}
              >
                <Trash2 className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className="flex justify-between gap-2">
        <Button icon={<Plus className="size-4" />} onClick={add}>
          {t('prices.add')}
        </Button>
        <Button
          look="primary"
          disabled={JSON.stringify(rows.map(priceOf)) === JSON.stringify(Object.entries(own))}
          onClick={save}
        >
          {t('settings.save')}
        </Button>
      </div>
    </>
  )
}

function GivenPrices({ given }: Pick<PricesBody, 'given'>) {
  const { t } = useTranslation()
  const rows = Object.entries(given)
  return (
    <details className="text-sm">
      <summary className="text-ink-2">{t('prices.given', { n: rows.length })}</summary>
      <div className="mt-2 overflow-x-auto">
        <table className="w-full text-left text-[0.8125rem] tabular-nums">
          <thead className="text-ink-3">
            <tr>
              {(['model', ...numbers] as const).map((part) => (
                <th key={part} className="py-1 pr-4 font-normal">
                  {t(`prices.${part}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(([model, price]) => (
              <tr key={model}>
                <td className="py-1 pr-4 font-mono text-xs">{model}</td>
                {numbers.map((part) => (
                  <td key={part} className="py-1 pr-4">
                    {price[part] === undefined ? '–' : `$${price[part]}`}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const rowOf = ([model, price]: [string, PriceBody], id: number): Row => ({
  id,
  model,
  input: String(price.input),
  cached: price.cached === undefined ? '' : String(price.cached),
  output: String(price.output),
})

/** undefined: something is missing or no number. */
function priceOf(row: Row): [string, PriceBody] | undefined {
  const read = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')))
  const [input, output, cached] = [read(row.input), read(row.output), read(row.cached)]
  if (!row.model.trim() || !(input >= 0) || !(output >= 0)) return undefined
  if (row.cached.trim() !== '' && !(cached >= 0)) return undefined
  return [row.model.trim(), { input, output, ...(row.cached.trim() === '' ? {} : { cached }) }]
}
