import type { SolrDocument } from '@rushes/contract'
import { api } from '../platform/reading/api.ts'
import type { FrameFormat } from '../player/frames.ts'
import { toFrameFormat } from '../player/frames.ts'

/** Whose comments are listed: everybody's, or those that mention the user. */
export type Whose = 'all' | 'mentions'

/** A comment that nobody has resolved yet. */
export interface OpenComment {
  readonly id: number
  /** The comment that this one answers, or it itself. */
  readonly threadId: number
  readonly moId: number
  readonly clip: string
  readonly start: number
  /** Of its first frame; empty where the service names none. */
  readonly timecode: string
  readonly description: string
  readonly author: string
  /** By what its author has a colour. */
  readonly person: string
  readonly created: number
}

/** Comments at once; the next ones come on demand. */
const rows = 50

export interface OpenComments {
  readonly found: number
  readonly comments: readonly OpenComment[]
}

/** The comments of a production that wait for an answer, newest first; those that mention the user may be answers. */
export async function findOpenComments(
  prId: number,
  { whose, userId, pages }: { readonly whose: Whose; readonly userId: number | undefined; readonly pages: number },
  signal: AbortSignal,
): Promise<OpenComments> {
  const of = whose === 'mentions' && userId !== undefined ? `mentionIds:${userId}` : '-relatedToId:[* TO *]'
  const fq = ['funnel:ReviewComment', '-threadResolved:true', '-deleted:[* TO *]', of]
  const query = { q: '*:*', fq, sort: 'created desc', rows: rows * pages }
  const { numFound, results } = await api.annotations.searchAnnotations({ prId, query, signal })
  return { found: numFound, comments: results.map(toOpenComment) }
}

function toOpenComment(document: SolrDocument): OpenComment {
  const text = (name: string) => (typeof document[name] === 'string' ? document[name] : '')
  const visitor = document.createdBySharedUserId
  return {
    id: Number(document.id),
    threadId: Number(document.relatedToId ?? document.id),
    moId: Number(document.mediaObjectId),
    clip: text('mediaObjectName'),
    start: Number(document.start ?? 0),
    timecode: text('timecode'),
    description: text('description'),
    author: text('authorName'),
    person: visitor === undefined ? String(document.creatorId ?? text('authorName')) : `visitor ${visitor}`,
    created: Number(document.created) || Date.parse(String(document.created)) || 0,
  }
}

/** What is shown beside a comment: the picture of its clip, and how its frames are named. */
export async function loadPreview(prId: number, moId: number, signal: AbortSignal) {
  const clip = await api.media.getMediaObject({ prId, id: moId, signal })
  const picture = clip.mediaObjectInstances?.find(({ type }) => type === 'THUMB')
  const link = picture && (await api.media.getDownloadLink({ prId, id: moId, moiId: picture.id, signal }))
  const format: FrameFormat = toFrameFormat(clip)
  return { clip, format, picture: await link?.text() }
}
