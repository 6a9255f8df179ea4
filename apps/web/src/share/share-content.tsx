import type { Client } from '@rushes/client'
import { listAll } from '@rushes/client'
import type { MediaObject, ShareObject } from '@rushes/contract'
import { Button } from '../design/button.tsx'
import { Loaded } from '../design/loaded.tsx'
import { useResource } from '../platform/resource.ts'
import { getQuery, setQuery } from '../platform/router.tsx'
import { leave } from '../platform/unsaved.ts'
import type { ReviewAccess } from '../review/access.ts'
import { ClipReview } from '../review/clip-review.tsx'
import { ClipCard } from './clip-card.tsx'
import { texts } from './messages.ts'
import type { Visitor } from './visit.ts'
import { VisitorUpload } from './visitor-upload.tsx'

interface ShareContentProps {
  api: Client
  prId: number
  share: ShareObject
  visitor: Visitor | undefined
  onIdentify: () => void
}

/** What is shared: its clips, and the one that is looked at. */
export function ShareContent({ api, prId, share, visitor, onIdentify }: ShareContentProps) {
  const clips = useResource(() => Array.fromAsync(listAll(api.media.listMediaObjects, { prId })), [api, prId])
  const statuses = useResource(signal => api.productions.listReviewStatuses({ prId, signal }), [api, prId])
  const permissions = new Set(share.permissions)
  const mayComment = permissions.has('ANNOTATE') || permissions.has('REVIEW')
  const access: ReviewAccess = {
    api,
    prId,
    // "Calls such as creating a ReviewComment require an identified token"
    mayComment: mayComment && visitor !== undefined,
    mayEditAll: false,
    maySetStatus: permissions.has('REVIEW_STATUS_EDIT'),
    mayDownload: {
      proxies: permissions.has('DOWNLOAD') || permissions.has('DOWNLOAD_PROXY'),
      originals: permissions.has('DOWNLOAD'),
    },
    me: { sharedUserId: visitor?.sharedUserId, since: visitor?.since },
    people: [],
    shareId: share.id,
  }
  const description = share.description !== undefined && <p class="share-description">{share.description}</p>
  return (
    <>
      <Loaded resource={clips}>
        {found => {
          const index = found.findIndex(({ id }) => String(id) === getQuery('clip'))
          const hasOverview = found.length > 1 && share.clientProperties?.overviewVisible !== false
          const shown = hasOverview ? found[index] : (found[index] ?? found[0])
          if (!shown) {
            return (
              <>
                <h1 class="share-title">{share.label ?? texts('clips')}</h1>
                {description}
                <Overview clips={found} api={api} prId={prId} />
              </>
            )
          }
          return (
            <>
              {found.length > 1 && <Turning clips={found} index={found.indexOf(shown)} hasOverview={hasOverview} />}
              <ClipReview
                key={shown.id}
                api={api}
                prId={prId}
                moId={shown.id}
                access={access}
                choices={statuses.data?.items ?? []}
                invitation={mayComment && <Invitation onIdentify={onIdentify} />}
                below={() => description}
              />
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

/** "Calls such as creating a ReviewComment require an identified token": the way to one. */
function Invitation({ onIdentify }: { onIdentify: () => void }) {
  return (
    <div class="share-invitation">
      <p>{texts('identifyHint')}</p>
      <Button kind="primary" onClick={onIdentify}>
        {texts('identify')}
      </Button>
    </div>
  )
}

function show(id: number | undefined): void {
  leave(() => setQuery({ clip: id === undefined ? undefined : String(id), comment: undefined }))
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
function Turning({
  clips,
  index,
  hasOverview,
}: {
  clips: readonly MediaObject[]
  index: number
  hasOverview: boolean
}) {
  return (
    <nav class="turning" aria-label={texts('clips')}>
      <Button kind="plain" disabled={index <= 0} onClick={() => show(clips[index - 1]?.id)}>
        ← <span class="turning-word">{texts('previous')}</span>
      </Button>
      {hasOverview && (
        <Button kind="plain" onClick={() => show(undefined)}>
          {texts('all')}
        </Button>
      )}
      <span>{texts('clip', { number: index + 1, count: clips.length })}</span>
      <Button kind="plain" disabled={index >= clips.length - 1} onClick={() => show(clips[index + 1]?.id)}>
        <span class="turning-word">{texts('next')}</span> →
      </Button>
    </nav>
  )
}
