import { type Client, listAll } from '@rushes/client'
import type { MediaObject, ShareObject } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { tellError } from '../design/floating/toasts.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { layout } from '../frame/shell/layout.ts'
import { lazy } from '../platform/lazy.tsx'
import { useResource } from '../platform/reading/resource.ts'
import { getQuery } from '../platform/router.tsx'
import type { Brand } from './branded-page.tsx'
import { ClipCard } from './clip-card.tsx'
import { texts } from './messages.ts'
import { showClip } from './show-clip.ts'
import type { Introduction, Visitor } from './visit.ts'

// All clips are shown without a player, and few visitors send files.
const loadSharedClip = () => import('./clip/shared-clip.tsx')
const SharedClip = lazy(() => loadSharedClip().then(part => part.SharedClip))
const VisitorUpload = lazy(() => import('./visitor-upload.tsx').then(part => part.VisitorUpload))

interface ShareContentProps {
  api: Client
  prId: number
  share: ShareObject
  visitor: Visitor | undefined
  brand: Brand
  /** Says who the visitor is. */
  onIdentify: (given: Introduction) => Promise<Visitor>
}

/** What is shared: its clips, and the one that is looked at. */
export function ShareContent(props: ShareContentProps) {
  const { api, prId, share, visitor } = props
  const clips = useResource(() => Array.fromAsync(listAll(api.media.listMediaObjects, { prId })), [api, prId])
  useEffect(() => {
    if (!visitor) return
    loadSharedClip()
      .then(part => part.resumeWrites(api, share.id, visitor))
      .catch(tellError)
  }, [api, visitor?.sharedUserId])
  const upload = share.permissions.includes('UPLOAD') && share.editorialObjectId !== undefined && (
    <VisitorUpload api={api} prId={prId} collectionId={share.editorialObjectId} onUploaded={clips.reload} />
  )
  return (
    <Loaded resource={clips}>
      {found => {
        const index = found.findIndex(({ id }) => String(id) === getQuery('clip'))
        const isNarrow = layout.value === 'narrow'
        // On a phone the clips are listed below the first.
        const hasOverview = found.length > 1 && !isNarrow && share.clientProperties?.overviewVisible !== false
        const shown = hasOverview ? found[index] : (found[index] ?? found[0])
        if (!shown) return <Overview clips={found} api={api} prId={prId} share={share} upload={upload} />
        return <SharedClip {...props} {...{ clips: found, shown, upload, isNarrow, hasOverview }} />
      }}
    </Loaded>
  )
}

interface OverviewProps {
  api: Client
  prId: number
  share: ShareObject
  clips: readonly MediaObject[]
  upload: ComponentChildren
}

function Overview({ clips, api, prId, share, upload }: OverviewProps) {
  return (
    <div class="share-overview">
      <h1 class="share-title">{share.label ?? texts('clips')}</h1>
      {share.description !== undefined && <p class="share-description">{share.description}</p>}
      {clips.length === 0 ? (
        <p class="notice">{texts('empty')}</p>
      ) : (
        <ul class="cards" aria-label={texts('clips')}>
          {clips.map(clip => (
            <li key={clip.id}>
              <ClipCard api={api} prId={prId} clip={clip} onOpen={() => showClip(clip.id)} onNear={prepare} />
            </li>
          ))}
        </ul>
      )}
      {upload}
    </div>
  )
}

/** Before a clip is opened, what plays it is on its way; what fails here is reported once it is needed. */
function prepare(): void {
  loadSharedClip().catch(() => {})
}
