import type { EditorialObject, ShareObject } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { copyText } from '../design/copying/copy-text.ts'
import { Button } from '../design/fields/button.tsx'
import { tell } from '../design/floating/toasts.tsx'
import { Icon, type IconName } from '../design/icons.tsx'
import { RecordName } from '../design/lists/records.tsx'
import { Status } from '../design/status/status.tsx'
import { formatDay } from '../platform/dates.ts'
import { Link } from '../platform/router.tsx'
import { formatNumber } from '../platform/translations.ts'
import { type OfferedPermission, offered, toShareLink } from './form/share-draft.ts'
import { texts } from './messages.ts'

/** How a share is called. */
export function toShareName({ id, label }: ShareObject): string {
  return label ?? texts('unnamed', { id: String(id) })
}

const hasExpired = ({ expires }: ShareObject) => expires !== undefined && expires <= Date.now()

/** Whether a share lets people in, and whether it asks them for a password. */
export function ShareState({ share }: { share: ShareObject }) {
  if (hasExpired(share)) return <Status>{texts('hasExpired')}</Status>
  if (!share.passwordProtected) return <Status kind="attention">{texts('noPassword')}</Status>
  return (
    <span class="share-state">
      <Status kind="good">{texts('isOpen')}</Status>
      <Icon name="lock" size={14} />
      <span class="only-heard">{texts('hasPassword')}</span>
    </span>
  )
}

const icons: Readonly<Record<OfferedPermission, IconName>> = {
  ANNOTATE: 'message-square',
  REVIEW_STATUS_EDIT: 'circle-check',
  DOWNLOAD_PROXY: 'file-down',
  DOWNLOAD: 'download',
  UPLOAD: 'upload',
}

/** What visitors may do, besides looking. */
function Permissions({ share }: { share: ShareObject }) {
  return (
    <ul class="share-permissions">
      <li data-tip={texts('viewing')}>
        <Icon name="eye" />
        <span class="only-heard">{texts('viewing')}</span>
      </li>
      {offered
        .filter(name => share.permissions?.includes(name))
        .map(name => (
          <li key={name} data-tip={texts(name)}>
            <Icon name={icons[name]} />
            <span class="only-heard">{texts(name)}</span>
          </li>
        ))}
    </ul>
  )
}

interface ShareRowProps {
  share: ShareObject
  /** What is shared, as far as it is known. */
  collection: EditorialObject | undefined
  /** How often it was opened, once that is known. */
  visits: number | undefined
}

/** A share in columns: its name, what visitors may, whether it is open, visits, its end, and its link to copy. */
export function toShareCells({ share, collection, visits }: ShareRowProps): ComponentChildren[] {
  const name = toShareName(share)
  const link = toShareLink(share)
  const what = collection?.funnel === 'SelectionShare' ? texts('chosenClips') : collection?.title
  const address = `/app/production/${share.productionId}/shares?share=${share.id}`
  return [
    <RecordName
      key="name"
      name={
        <Link href={address} aria-label={texts('openDetailsOf', { name })}>
          {name}
        </Link>
      }
      facts={[what, texts('created', { date: formatDay(share.created) })]}
    />,
    <Permissions key="permissions" share={share} />,
    <ShareState key="state" share={share} />,
    visits !== undefined && (
      <span class="num" title={visits === 0 ? texts('noVisits') : texts('visits', { count: visits })}>
        {formatNumber(visits)}
      </span>
    ),
    share.expires === undefined ? texts('never') : formatDay(share.expires),
    link !== undefined && (
      <Button
        kind="icon"
        icon="copy"
        aria-label={texts('copyLinkOf', { name })}
        onClick={() => void copyText(link).then(() => tell(texts('copied')))}
      />
    ),
  ]
}
