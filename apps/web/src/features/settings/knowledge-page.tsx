import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { useAccount } from '../../lib/account-store.ts'
import { api } from '../../lib/api.ts'
import { useAsk } from '../../lib/use-ask.ts'
import { Section } from './section.tsx'
import { TextDialog, type TextSource } from './text-dialog.tsx'

const noteStart = '---\ntitle: \nwhen: []\n---\n\n'
const skillStart = '---\nname: \ndescription: \n---\n\n'

/** What the agent knows beforehand: notes, skills, and the instructions of projects. */
export function KnowledgePage() {
  const { t } = useTranslation()
  const isAdmin = useAccount((account) => account.me?.user?.role === 'admin')
  const notes = useAsk('notes', api.notes)
  const skills = useAsk('skills', api.skills)
  const projects = useAsk('projects', api.projects)
  return (
    <>
      {!isAdmin && <Banner className="mb-5">{t('knowledge.adminOnly')}</Banner>}
      <TextList
        kind="note"
        asked={notes}
        mayChange={isAdmin}
        source={fileSource('knowledge', noteStart)}
        rows={notes.value?.map(({ name, title, always }) => ({
          id: name,
          name: title,
          more: always ? t('knowledge.always') : name === title ? '' : name,
        }))}
      />
      <TextList
        kind="skill"
        asked={skills}
        mayChange={isAdmin}
        source={fileSource('skills', skillStart)}
        rows={skills.value?.map(({ name, description }) => ({ id: name, name, more: description }))}
      />
      <TextList
        kind="project"
        asked={projects}
        mayChange
        source={{
          start: '',
          read: async (id) => projects.value?.find((one) => one.id === id)?.instructions ?? '',
          write: (id, name, instructions) =>
            api.putProject({ id: id ?? newProjectId(), name, instructions }).then(() => {}),
          drop: api.dropProject,
          renames: true,
        }}
        rows={projects.value?.map(({ id, name, instructions }) => ({ id, name, more: instructions }))}
      />
    </>
  )
}

const fileSource = (kind: 'knowledge' | 'skills', start: string): TextSource => ({
  start,
  read: async (name) => (await api.readText(kind, name)).text,
  write: (id, name, text) => api.writeText(kind, id ?? name, text),
  drop: (name) => api.dropText(kind, name),
  renames: false,
})

// Plain http has no crypto.randomUUID.
const newProjectId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

interface Row {
  id: string
  name: string
  more: string
}
interface ListProps {
  kind: 'note' | 'skill' | 'project'
  asked: { phase: string; error?: { message: string }; again(): void }
  mayChange: boolean
  source: TextSource
  rows: Row[] | undefined
}

function TextList({ kind, asked, mayChange, source, rows }: ListProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Row | 'new'>()
  return (
    <Section title={t(`knowledge.${kind}`)} text={t(`knowledge.${kind}Text`)}>
      {asked.error && <Banner tone="danger">{asked.error.message}</Banner>}
      {rows?.length === 0 && <p className="text-ink-3 text-sm">{t('knowledge.none')}</p>}
      <ul className="-my-2 divide-y divide-line">
        {rows?.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              onClick={() => setOpen(row)}
              className="-mx-2 flex w-[calc(100%+1rem)] flex-col rounded-lg px-2 py-2 text-left text-sm hover:bg-sunken"
            >
              <span className="font-medium">{row.name}</span>
              {row.more && <span className="line-clamp-1 text-[0.8125rem] text-ink-3">{row.more}</span>}
            </button>
          </li>
        ))}
      </ul>
      {mayChange && (
        <div>
          <Button icon={<Plus className="size-4" />} onClick={() => setOpen('new')}>
            {t('knowledge.new')}
          </Button>
        </div>
      )}
      {open && (
        <TextDialog
          title={open === 'new' ? `${t(`knowledge.${kind}`)}: ${t('knowledge.new')}` : open.name}
          id={open === 'new' ? undefined : open.id}
          name={open === 'new' ? '' : open.name}
          mayChange={mayChange}
          source={source}
          onClose={(changed) => {
            setOpen(undefined)
            if (changed) asked.again()
          }}
        />
      )}
    </Section>
  )
}
