import type { EditorialObject, ShareObject } from '@rushes/contract'
import { Button } from '../design/button.tsx'
import { copyText } from '../design/copy-text.ts'
import { tell } from '../design/toasts.tsx'
import { Link } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { texts } from './messages.ts'
import { toShareLink } from './share-draft.ts'

/** How a share is called. */
export function toShareName({ id, label }: ShareObject): string {
  return label ?? texts('unnamed', { id })
}

/** Whether a share lets people in, and what it asks them for. */
export function ShareState({ share }: { share: ShareObject }) {
  const { expires, passwordProtected } = share
  const hasExpired = expires !== undefined && expires <= Date.now()
  return (
    <span class="tags">
      <span class="tag">{texts(hasExpired ? 'hasExpired' : 'isOpen')}</span>
      {passwordProtected && <span class="tag">{texts('hasPassword')}</span>}
      {expires !== undefined && !hasExpired && <span class="tag">{texts('until', { date: formatDate(expires) })}</span>}
    </span>
  )
}

interface ShareRowProps {
  share: ShareObject
  /** What is shared, as far as it is known. */
  collection: EditorialObject | undefined
  /** How often it was opened, once that is known. */
  visits: number | undefined
}

/** A share in the list of all. */
export function ShareRow({ share, collection, visits }: ShareRowProps) {
  const name = toShareName(share)
  const link = toShareLink(share)
  const what = collection?.funnel === 'SelectionShare' ? texts('chosenClips') : collection?.title
  const told = visits === 0 ? texts('noVisits') : texts('visits', { count: visits ?? 0 })
  const facts = [what ?? '', texts('created', { date: formatDate(share.created) }), visits === undefined ? '' : told]
  return (
    <>
      <div class="row-main">
        <strong>{name}</strong> <ShareState share={share} />
        <p>{facts.filter(fact => fact !== '').join(' · ')}</p>
      </div>
      {link !== undefined && (
        <Button
          aria-label={texts('copyLinkOf', { name })}
          onClick={() => void copyText(link).then(() => tell(texts('copied')))}
        >
          {texts('copyLink')}
        </Button>
      )}
      <Link
        class="button"
        href={`/app/production/${share.productionId}/shares?share=${share.id}`}
        aria-label={texts('openDetailsOf', { name })}
      >
        {texts('openDetails')}
      </Link>
    </>
  )
}
