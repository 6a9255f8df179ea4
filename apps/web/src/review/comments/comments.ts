import { type Client, searchAll } from '@rushes/client'
import { internalClass, type SolrDocument } from '@rushes/contract'
import { parseBox } from '../drawing/spatial.ts'
import { boxToStrokes, readStrokes, type Stroke } from '../drawing/strokes.ts'

/** Frames from `start` up to but without `end`. */
export interface FrameRange {
  readonly start: number
  readonly end: number
}

/** A file of a comment: the clip that it became, and what it was called. */
export interface Attachment {
  readonly mediaObjectId: number
  readonly name: string
}

/** A comment as pages show it. */
export interface Comment {
  readonly id: number
  readonly version: number
  /** The frame that it is about; of a document the page, the first being 0. */
  readonly start: number
  readonly description: string
  readonly author: string
  readonly created: number
  /** The frames that it is about, where these are more than one. */
  readonly range: FrameRange | undefined
  /** What was drawn on the picture; a box where a client knew nothing else. */
  readonly strokes: readonly Stroke[]
  readonly attachments: readonly Attachment[]
  readonly relatedToId: number | undefined
  readonly tags: readonly string[]
  readonly creatorId: number | undefined
  readonly createdBySharedUserId: number | undefined
  /** Who resolved it, and when, as far as the service has noted it. */
  readonly resolvedBy: string | undefined
  readonly resolvedAt: number | undefined
  /** Whether it is for the team only: no visitor of a share sees it. */
  readonly isInternal: boolean
  /** Its content is gone; it is shown for its replies. */
  readonly isDeleted: boolean
  /** Whether what is shown of it is not stored yet. */
  readonly isPending?: boolean
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

/** By what a person has the same colour everywhere. */
export function toPerson({ creatorId, createdBySharedUserId, author }: Comment): string {
  if (createdBySharedUserId !== undefined) return `visitor ${createdBySharedUserId}`
  return creatorId === undefined ? author : String(creatorId)
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

/** A comment of what a search gives, or of what is about to be stored. */
export function toComment(document: SolrDocument): Comment {
  const number = (name: string) => (typeof document[name] === 'number' ? document[name] : undefined)
  const text = (name: string) => (typeof document[name] === 'string' ? document[name] : undefined)
  const box = parseBox(text('spatial') ?? '')
  const { range, strokes, attachments } = Object(document.structuredDescription) as Record<string, unknown>
  const drawn = readStrokes(strokes)
  return {
    id: Number(document.id),
    version: number('version') ?? 0,
    start: readPage(text('uiLocation')) ?? number('start') ?? 0,
    description: text('description') ?? '',
    author: text('authorName') ?? '',
    created: toInstant(document.created),
    range: readRange(range),
    strokes: drawn.length > 0 || !box ? drawn : boxToStrokes(box),
    attachments: readAttachments(attachments),
    relatedToId: number('relatedToId'),
    tags: Array.isArray(document.tags) ? document.tags.map(String) : [],
    creatorId: number('creatorId'),
    createdBySharedUserId: number('createdBySharedUserId'),
    resolvedBy: text('resolvedByName'),
    resolvedAt: number('resolvedAt'),
    isInternal: Array.isArray(document.securityClasses) && document.securityClasses.includes(internalClass),
    isDeleted: number('deleted') !== undefined,
  }
}

/** Where a comment is in a document, which has no frames: as the fragment of an address of a PDF (RFC 8118). */
export function formatPage(page: number): string {
  return `page=${page + 1}`
}

function readPage(location: string | undefined): number | undefined {
  const [, number] = /^page=([1-9]\d{0,8})$/.exec(location ?? '') ?? []
  return number === undefined ? undefined : Number(number) - 1
}

function readRange(value: unknown): FrameRange | undefined {
  const { start, end } = Object(value) as Record<string, unknown>
  return typeof start === 'number' && typeof end === 'number' && end - start > 1 ? { start, end } : undefined
}

/** What is stored of the files of a comment, as far as it can be read. */
function readAttachments(value: unknown): Attachment[] {
  if (!Array.isArray(value)) return []
  return value.flatMap(item => {
    const { mediaObjectId, name } = Object(item) as Record<string, unknown>
    return typeof mediaObjectId === 'number' && typeof name === 'string' ? [{ mediaObjectId, name }] : []
  })
}

/** Documents tell instants as numbers or as texts. */
function toInstant(value: unknown): number {
  return typeof value === 'number' ? value : Date.parse(String(value)) || 0
}
