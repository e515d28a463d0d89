import { ExternalLink, Image as ImageIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { apiUrl } from '../../lib/place.ts'
import { useSession, useSessionState } from '../../lib/session-store.ts'

const WEB = /^https?:\/\//i
const SAFE = /^(?:https?:|mailto:)/i

/** Where a path of the workspace can be had: from what the server keeps, else from the sandbox itself. */
function useWorkspaceUrl(target: string | undefined): { kept?: string; live?: string } {
  const sessionId = useSessionState((state) => state.id)
  // An address that is not allowed comes as an empty one.
  const isPath =
    target !== undefined &&
    target !== '' &&
    !/^[a-z][a-z0-9+.-]*:/i.test(target) &&
    !/^(?:#|\/\/)/.test(target)
  const path = isPath ? decode(target) : ''
  const absolute = path.startsWith('/') ? path : `/workspace/${path.replace(/^\.\//, '')}`
  const blob = useSession((view) =>
    isPath ? view.artifacts.find((artifact) => artifact.path === absolute)?.blob : undefined,
  )
  if (!isPath || !sessionId) return {}
  if (blob) return { kept: apiUrl(api.blobUrl(sessionId, blob)) }
  return absolute.startsWith('/workspace/') ? { live: apiUrl(api.fileUrl(sessionId, absolute)) } : {}
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function MarkdownLink({ href, children }: { href?: string; children?: ReactNode }) {
  const { kept, live } = useWorkspaceUrl(href)
  const target = kept ?? live ?? (href && SAFE.test(href) ? href : undefined)
  if (!target) return <span>{children}</span>
  const web = !kept && !live
  return (
    <a
      href={target}
      {...(web ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : { download: '' })}
      title={web ? href : undefined}
    >
      {children}
    </a>
  )
}

/**
 * Only what the server keeps is drawn by itself. A workspace file is drawn on a click, since reading it wakes the
 * sandbox. A picture from elsewhere opens in a tab of its own: loading it here would tell a stranger that, and what,
 * somebody reads.
 */
export function MarkdownImage({ src, alt }: { src?: string; alt?: string }) {
  const { t } = useTranslation()
  const { kept, live } = useWorkspaceUrl(src)
  const [shown, setShown] = useState(false)
  const url = kept ?? (shown ? live : undefined)
  if (url) {
    return <img src={url} alt={alt ?? ''} className="max-h-96 max-w-full rounded-xl border border-line" />
  }
  const look =
    'inline-flex items-center gap-2 rounded-lg border border-line bg-sunken px-2.5 py-1 text-[0.8125rem] no-underline'
  if (live) {
    return (
      <button type="button" className={look} onClick={() => setShown(true)}>
        <ImageIcon className="size-3.5" /> {t('chat.loadPicture', { name: alt || src })}
      </button>
    )
  }
  if (!src || !WEB.test(src)) return <span>{alt}</span>
  return (
    <a className={look} href={src} target="_blank" rel="noopener noreferrer nofollow">
      <ImageIcon className="size-3.5" /> {t('chat.outsidePicture', { name: alt || new URL(src).host })}
      <ExternalLink className="size-3" />
    </a>
  )
}
