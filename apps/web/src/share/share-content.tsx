import type { Client } from '@rushes/client'
import { listAll } from '@rushes/client'
import type { MediaObject, ShareObject } from '@rushes/contract'
import { Button } from '../design/button.tsx'
import { Loaded } from '../design/loaded.tsx'
import { useResource } from '../platform/resource.ts'
import { getQuery, setQuery } from '../platform/router.tsx'
import type { ReviewAccess } from '../review/access.ts'
import { ClipReview } from '../review/clip-review.tsx'
import type { StatusChoice } from '../review/review-status.tsx'
import { ClipCard } from './clip-card.tsx'
import { texts } from './messages.ts'
import { VisitorUpload } from './visitor-upload.tsx'

interface ShareContentProps {
  api: Client
  prId: number
  share: ShareObject
  sharedUserId: number | undefined
  onIdentify: () => void
}

/** "Review status: default values `APPROVED`, `NOT_APPROVED`"; the settings of a production are not for visitors. */
const usualStatuses: readonly StatusChoice[] = [
  { id: 'APPROVED', label: 'Approved' },
  { id: 'NOT_APPROVED', label: 'Not approved' },
]

/** What is shared: its clips, and the one that is looked at. */
export function ShareContent({ api, prId, share, sharedUserId, onIdentify }: ShareContentProps) {
  const clips = useResource(() => Array.fromAsync(listAll(api.media.listMediaObjects, { prId })), [api, prId])
  const permissions = new Set(share.permissions)
  const mayComment = permissions.has('ANNOTATE') || permissions.has('REVIEW')
  const access: ReviewAccess = {
    api,
    prId,
    // "Calls such as creating a ReviewComment require an identified token"
    mayComment: mayComment && sharedUserId !== undefined,
    mayEditAll: false,
    maySetStatus: permissions.has('REVIEW_STATUS_EDIT'),
    mayDownload: permissions.has('DOWNLOAD') || permissions.has('DOWNLOAD_PROXY'),
    me: { sharedUserId },
    people: [],
    isLive: false,
  }
  return (
    <>
      {share.description !== undefined && <p class="share-description">{share.description}</p>}
      <Loaded resource={clips}>
        {found => {
          const index = found.findIndex(({ id }) => String(id) === getQuery('clip'))
          const shown = found.length === 1 ? found[0] : found[index]
          if (!shown) return <Overview clips={found} api={api} prId={prId} />
          return (
            <>
              {found.length > 1 && <Turning clips={found} index={index} />}
              {mayComment && sharedUserId === undefined && (
                <div class="actions">
                  <Button kind="primary" onClick={onIdentify}>
                    {texts('identify')}
                  </Button>
                </div>
              )}
              <ClipReview key={shown.id} access={access} moId={shown.id} choices={usualStatuses} />
            </>
          )
        }}
      </Loaded>
      {permissions.has('UPLOAD') && share.editorialObjectId !== undefined && (
        <VisitorUpload api={api} prId={prId} collectionId={share.editorialObjectId} onUploaded={clips.reload} />
      )}
    </>
  )
}

function show(id: number | undefined): void {
  setQuery({ clip: id === undefined ? undefined : String(id), comment: undefined })
}

function Overview({ clips, api, prId }: { clips: readonly MediaObject[]; api: Client; prId: number }) {
  if (clips.length === 0) return <p class="notice">{texts('empty')}</p>
  return (
    <ul class="cards" aria-label={texts('clips')}>
      {clips.map(clip => (
        <li key={clip.id}>
          <ClipCard api={api} prId={prId} clip={clip} onOpen={() => show(clip.id)} />
        </li>
      ))}
    </ul>
  )
}

/** From one clip to the next, and back to all. */
function Turning({ clips, index }: { clips: readonly MediaObject[]; index: number }) {
  return (
    <nav class="turning" aria-label={texts('clips')}>
      <Button kind="plain" disabled={index <= 0} onClick={() => show(clips[index - 1]?.id)}>
        ← {texts('previous')}
      </Button>
      <Button kind="plain" onClick={() => show(undefined)}>
        {texts('all')}
      </Button>
      <span>{texts('clip', { number: index + 1, count: clips.length })}</span>
      <Button kind="plain" disabled={index >= clips.length - 1} onClick={() => show(clips[index + 1]?.id)}>
        {texts('next')} →
      </Button>
    </nav>
  )
}
