/**
 * What lies inside a share. A clip does when it, or a part of it, is attached to the shared collection or to one below;
 * an annotation when its clip does, unless it was made through another share or is for the team only; an answer when what
 * it answers does.
 */

import type { VisitorActor } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import {
  type AnnotationHead,
  findAnnotationHeads,
  isHiddenFromShare,
  isOfAnotherShare,
  listAttachments,
} from '../../annotations/index.ts'
import { listCollectionsAbove } from '../../collections/index.ts'

/** What of a share says whether something lies inside it. */
export type Inside = Pick<VisitorActor, 'shareId' | 'editorialObjectId'>

/** Where some clips and annotations of a production are, whichever the share. */
export class Placement {
  /** The collections that a clip is attached to, and all above them. */
  readonly #collectionIds: ReadonlyMap<number, ReadonlySet<number>>
  readonly #annotations: ReadonlyMap<number, AnnotationHead>

  constructor(
    collectionIds: ReadonlyMap<number, ReadonlySet<number>>,
    annotations: ReadonlyMap<number, AnnotationHead>,
  ) {
    this.#collectionIds = collectionIds
    this.#annotations = annotations
  }

  hasClip(share: Inside, id: number): boolean {
    return this.#collectionIds.get(id)?.has(share.editorialObjectId) === true
  }

  hasAnnotation(share: Inside, id: number): boolean {
    return this.#isAnnotationInside(share, id, isHiddenFromShare)
  }

  /** Whether it did before it was for the team only. */
  hadAnnotation(share: Inside, id: number): boolean {
    return this.#isAnnotationInside(share, id, isOfAnotherShare)
  }

  #isAnnotationInside(share: Inside, id: number, isHidden: typeof isHiddenFromShare): boolean {
    const row = this.#annotations.get(id)
    if (!row || isHidden(row, share.shareId)) return false
    if (row.related_to_id !== null) return this.#isAnnotationInside(share, row.related_to_id, isHidden)
    return this.hasClip(share, row.media_object_id)
  }
}

/** Finds where these are, in as many statements for many as for one. */
export async function findPlacement(
  db: Database,
  productionId: number,
  { clipIds = [], annotationIds = [] }: { clipIds?: readonly number[]; annotationIds?: readonly number[] },
): Promise<Placement> {
  const annotations = await findThreads(db, productionId, annotationIds)
  const ofAnnotations = [...annotations.values()].map(row => row.media_object_id)
  const attachments = await listAttachments(db, [...new Set([...clipIds, ...ofAnnotations])])
  const above = Map.groupBy(
    await listCollectionsAbove(db, [...new Set(attachments.map(row => row.editorialObjectId))]),
    row => row.id,
  )
  const collectionIds = new Map<number, Set<number>>()
  for (const { mediaObjectId, editorialObjectId } of attachments) {
    const known = collectionIds.get(mediaObjectId) ?? new Set()
    collectionIds.set(mediaObjectId, known)
    for (const { aboveId } of above.get(editorialObjectId) ?? []) known.add(aboveId)
  }
  return new Placement(collectionIds, annotations)
}

/** The annotations and what they answer, by id. */
async function findThreads(
  db: Database,
  productionId: number,
  annotationIds: readonly number[],
): Promise<Map<number, AnnotationHead>> {
  const found = new Map<number, AnnotationHead>()
  let ids = [...new Set(annotationIds)]
  while (ids.length > 0) {
    const rows = await findAnnotationHeads(db, { productionId, ids })
    for (const row of rows) found.set(row.id, row)
    ids = [...new Set(rows.flatMap(row => row.related_to_id ?? []))].filter(id => !found.has(id))
  }
  return found
}
