import { type Client, searchAll } from '@rushes/client'
import type { SolrDocument } from '@rushes/contract'
import { parseBox } from './spatial.ts'

/** A comment as pages show it. */
export interface Comment {
  readonly id: number
  readonly version: number
  readonly start: number
  readonly description: string
  readonly author: string
  readonly created: number
  /** The box or the dot on the picture, in percent. */
  readonly spatial: string | undefined
  readonly relatedToId: number | undefined
  readonly tags: readonly string[]
  readonly creatorId: number | undefined
  readonly createdBySharedUserId: number | undefined
  /** Its content is gone; it is shown for its replies. */
  readonly isDeleted: boolean
}

/** A comment with its replies, oldest first. */
export interface Thread extends Comment {
  readonly replies: readonly Comment[]
}

/** The tag of a comment that is settled. */
export const resolvedTag = 'resolved'

export function isResolved({ tags }: Comment): boolean {
  return tags.includes(resolvedTag)
}

/** The comments of a clip by where they stand, each with its replies; asked for so many at a time. */
export async function listThreads(
  api: Client,
  prId: number,
  moId: number,
  signal: AbortSignal,
  rows = 2000,
): Promise<Thread[]> {
  const query = { q: '*:*', fq: ['funnel:ReviewComment'], sort: 'start asc,created asc' }
  const found = searchAll(api.annotations.listAnnotationsOfClip, { prId, moId, query, signal }, rows)
  const comments = await Array.fromAsync(found, toComment)
  const replies = Map.groupBy(comments, ({ relatedToId }) => relatedToId)
  return comments
    .filter(({ relatedToId }) => relatedToId === undefined)
    .map(comment => ({
      ...comment,
      replies: (replies.get(comment.id) ?? []).toSorted((a, b) => a.created - b.created),
    }))
}

function toComment(document: SolrDocument): Comment {
  const number = (name: string) => (typeof document[name] === 'number' ? document[name] : undefined)
  const text = (name: string) => (typeof document[name] === 'string' ? document[name] : undefined)
  const spatial = text('spatial')
  return {
    id: Number(document.id),
    version: number('version') ?? 0,
    start: number('start') ?? 0,
    description: text('description') ?? '',
    author: text('authorName') ?? '',
    created: toInstant(document.created),
    spatial: spatial !== undefined && parseBox(spatial) ? spatial : undefined,
    relatedToId: number('relatedToId'),
    tags: Array.isArray(document.tags) ? document.tags.map(String) : [],
    creatorId: number('creatorId'),
    createdBySharedUserId: number('createdBySharedUserId'),
    isDeleted: number('deleted') !== undefined,
  }
}

/** Documents tell instants as numbers or as texts. */
function toInstant(value: unknown): number {
  return typeof value === 'number' ? value : Date.parse(String(value)) || 0
}
