import { useSignal } from '@preact/signals'
import { type Client, searchAll } from '@rushes/client'
import type { MediaObject, ReviewStatusChoice, ShareObject } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { lazy } from '../../platform/lazy.tsx'
import { useResource } from '../../platform/reading/resource.ts'
import { formatDate } from '../../platform/translations.ts'
import { takeKeptWrites } from '../../platform/writes/kept-writes.ts'
import { toVisitorOwner } from '../../platform/writes/write-queue.ts'
import type { ReviewAccess, Writer } from '../../review/access.ts'
import { ClipReview, type Panel, resumeComment } from '../../review/clip-review.tsx'
import type { Brand } from '../branded-page.tsx'
import { IntroductionFields } from '../forms.tsx'
import { texts } from '../messages.ts'
import { showClip } from '../show-clip.ts'
import { asksEmail, type Introduction, readIntroduction, type Visitor } from '../visit.ts'
import { ClipHead } from './clip-head.tsx'
import { FilmStrip } from './film-strip.tsx'
import './clip.css'

const IntroductionDialog = lazy(() => import('./introduction-dialog.tsx').then(part => part.IntroductionDialog))

interface SharedClipProps {
  api: Client
  prId: number
  share: ShareObject
  visitor: Visitor | undefined
  brand: Brand
  clips: readonly MediaObject[]
  shown: MediaObject
  upload: ComponentChildren
  isNarrow: boolean
  /** Whether there is a page of all clips to go back to. */
  hasOverview: boolean
  /** Says who the visitor is. */
  onIdentify: (given: Introduction) => Promise<Visitor>
}

/** A clip of the share, with what the visitor may do there. */
export function SharedClip(props: SharedClipProps) {
  const { api, prId, share, visitor, brand, clips, shown, upload, isNarrow, hasOverview } = props
  const choices = useResource(
    async signal => (await api.productions.listReviewStatuses({ prId, signal })).items,
    [api, prId],
  )
  const { introduction, question } = useIntroduction(props)
  const permissions = new Set(share.permissions)
  const access: ReviewAccess = {
    api,
    prId,
    mayComment: permissions.has('ANNOTATE') || permissions.has('REVIEW'),
    introduction,
    mayEditAll: false,
    mayAttach: false,
    maySetStatus: permissions.has('REVIEW_STATUS_EDIT'),
    mayDownload: {
      proxies: permissions.has('DOWNLOAD') || permissions.has('DOWNLOAD_PROXY'),
      originals: permissions.has('DOWNLOAD'),
    },
    ...toWriter(share.id, visitor),
    people: [],
    toClipAddress: moId =>
      clips.some(({ id }) => id === moId) ? `/app/share/${prId}/${share.id}?clip=${moId}` : undefined,
    shareId: share.id,
  }
  return (
    <>
      <ShownClip
        key={shown.id}
        {...{ access, share, clips, shown, brand, upload, isNarrow }}
        choices={choices.data ?? []}
        onAll={hasOverview ? () => showClip(undefined) : undefined}
      />
      {question}
    </>
  )
}

/** Sends what the visitor wrote without a connection in a page that is gone. */
export async function resumeWrites(api: Client, shareId: number, visitor: Visitor): Promise<void> {
  for (const kept of await takeKeptWrites(toWriter(shareId, visitor).owner)) resumeComment(api, kept)
}

/** How a visitor says who they are: beside the first thing that they write, or in a window; not once that is known. */
function useIntroduction({ share, visitor, onIdentify }: SharedClipProps) {
  const given = useSignal(readIntroduction())
  const isEmailAsked = asksEmail(share)
  const latest = useRef(onIdentify)
  latest.current = onIdentify
  useEffect(() => {
    given.value = readIntroduction()
  }, [visitor])
  /** What waits for the answer, and is done once the window is gone, which takes the focus back. */
  const asked = useSignal<(() => void) | undefined>(undefined)
  const agreed = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    if (asked.value) return
    agreed.current?.()
    agreed.current = undefined
  }, [asked.value])
  const introduction = useMemo(
    () => ({
      fields: (
        <div class="share-introduction">
          <IntroductionFields given={given} asksEmail={isEmailAsked} />
        </div>
      ),
      introduce: async () => {
        const [name, email] = [given.value.name.trim(), given.value.email.trim()]
        if (isEmailAsked && (name === '' || email === '')) throw new Error(texts('introductionMissing'))
        if (name === '') throw new Error(texts('nameMissing'))
        return toWriter(share.id, await latest.current({ name, email }))
      },
      ask: (then: () => void) => {
        asked.value = then
      },
    }),
    [],
  )
  return {
    introduction: visitor ? undefined : introduction,
    question: asked.value && (
      <IntroductionDialog
        given={given}
        asksEmail={isEmailAsked}
        onIntroduce={introduction.introduce}
        onClose={isDone => {
          if (isDone) agreed.current = asked.value
          asked.value = undefined
        }}
      />
    ),
  }
}

function toWriter(shareId: number, visitor: Visitor | undefined): Writer {
  return {
    owner: toVisitorOwner(shareId, visitor?.sharedUserId),
    me: { sharedUserId: visitor?.sharedUserId, since: visitor?.since, name: visitor?.username ?? '' },
  }
}

interface ShownClipProps {
  access: ReviewAccess
  share: ShareObject
  clips: readonly MediaObject[]
  shown: MediaObject
  choices: readonly ReviewStatusChoice[]
  brand: Brand
  upload: ComponentChildren
  isNarrow: boolean
  onAll: (() => void) | undefined
}

/** One clip with its comments; the others below it, on a phone in a panel. */
function ShownClip({ access, share, clips, shown, choices, brand, upload, isNarrow, onAll }: ShownClipProps) {
  const { api, prId } = access
  const statuses = useResource(
    async signal => {
      const query = { q: '*:*', fq: ['reviewStatus:[* TO *]'], fl: ['mediaObjectId', 'reviewStatus'] }
      const input = { prId, id: share.id, query, signal }
      const all = await Array.fromAsync(searchAll(api.sharing.searchShareAnnotations, input, 500))
      return new Map(all.map(clip => [Number(clip.mediaObjectId), String(clip.reviewStatus)]))
    },
    [api, prId, share.id, shown.id],
  )
  const strip = (own?: string) =>
    (clips.length > 1 || upload) && (
      <div class="share-strip">
        {clips.length > 1 && (
          <FilmStrip
            {...{ api, prId, clips, choices, shown, onAll }}
            statuses={new Map([...(statuses.data ?? []), ...(own === undefined ? [] : [[shown.id, own] as const])])}
            onShow={showClip}
          />
        )}
        {upload}
      </div>
    )
  const { description, expires } = share
  const panels: Panel[] = [
    ...(isNarrow && (clips.length > 1 || upload)
      ? [
          {
            name: 'clips',
            text: texts('clipsTab', { count: clips.length }),
            content: () => <div class="panel-body">{strip()}</div>,
          },
        ]
      : []),
    ...(description !== undefined || expires !== undefined || brand.links
      ? [
          {
            name: 'details',
            text: texts('details'),
            content: () => (
              <div class="panel-body share-details">
                {share.label !== undefined && <h2>{share.label}</h2>}
                {description !== undefined && <p class="share-description">{description}</p>}
                {expires !== undefined && <p>{texts('until', { date: formatDate(expires) })}</p>}
                {brand.links && <p class="share-links">{brand.links}</p>}
              </div>
            ),
          },
        ]
      : []),
  ]
  return (
    <ClipReview api={api} prId={prId} moId={shown.id} access={access} choices={choices} panels={panels}>
      {({ clip, status, reviewStatus, onStatus, downloads, content }) => (
        <>
          <ClipHead
            {...{ status, reviewStatus, onStatus, downloads, choices, brand }}
            name={clip?.name ?? ''}
            description={share.description}
            clips={clips}
            shown={shown}
            onShow={showClip}
          />
          {content}
          {!isNarrow && strip(reviewStatus)}
        </>
      )}
    </ClipReview>
  )
}
