/** Comments of one clip for another: what is still open of a cut, on the frames of the next one. */

import { type ClipAnnotationCreation, internalClass } from '@rushes/contract'
import { isResolved, type Thread } from '../review/comments/comments.ts'
import { formatBox } from '../review/drawing/spatial.ts'
import { findBounds } from '../review/drawing/strokes.ts'

interface Carrying {
  readonly threads: readonly Thread[]
  /** What the other clip has already. */
  readonly there: readonly Thread[]
  /** The frame of the other clip that belongs to one of this. */
  readonly toFrame: (frame: number) => number
  /** The address of a comment where it was made. */
  readonly toLink: (id: number) => string
  /** What is said of who made it. */
  readonly sign: (author: string) => string
}

/** Those that are open and stored, and were not carried before. */
export function listOpen({ threads, there }: Pick<Carrying, 'threads' | 'there'>): Thread[] {
  const carried = new Set(there.flatMap(({ description }) => /[?&]comment=(\d+)$/.exec(description)?.[1] ?? []))
  return threads.filter(
    thread => thread.id > 0 && !thread.isDeleted && !isResolved(thread) && !carried.has(String(thread.id)),
  )
}

/** Each as a comment of the other clip: on its frame there, with its drawing, who said it, and a link to it. */
export function toCarried(carrying: Carrying): ClipAnnotationCreation[] {
  const { toFrame, toLink, sign } = carrying
  return listOpen(carrying).map(({ id, start, description, author, tags, range, strokes, attachments, isInternal }) => {
    const place = Math.max(0, toFrame(start))
    const end = range && toFrame(range.end - 1) + 1
    const content = {
      ...(end !== undefined && end - place > 1 && { range: { start: place, end } }),
      ...(strokes.length > 0 && { strokes }),
      ...(attachments.length > 0 && { attachments }),
    }
    const bounds = findBounds(strokes)
    return {
      description: `${description}\n\n${sign(author)} ${toLink(id)}`,
      tags: [...tags],
      funnel: 'ReviewComment',
      start: place,
      end: place + 1,
      ...(bounds && { spatial: formatBox(bounds) }),
      ...(Object.keys(content).length > 0 && { structuredDescription: content }),
      ...(isInternal && { securityClasses: [internalClass] }),
    }
  })
}
