import type { Annotation, EditorialObject } from '@rushes/contract'
import type { Context } from '../../platform/context.ts'
import { type AttachedRow, isHidden, listAttached, toAnnotation } from '../annotations/index.ts'
import { getCategory } from '../productions/index.ts'
import { getCollection } from './service.ts'
import { findCollection, isBelow, listChildren } from './store.ts'
import type { CollectionRow } from './tables.ts'
import { toEditorialObject } from './to-editorial-object.ts'

/** What a reader asks for beside the collection itself. */
export interface Includes {
  includeEntries?: boolean | undefined
  includeEdl?: boolean | undefined
  includeAnnotations?: boolean | undefined
  includeCategoryName?: boolean | undefined
  includeChildren?: boolean | undefined
  includeParent?: boolean | undefined
  includeScenes?: boolean | undefined
  includeStoryParts?: boolean | undefined
}

/** Entries that come with a collection itself; `/entry` has pages for more. */
const mostIncludedEntries = 10_000

/** A collection with what the caller asked for; a visitor sees nothing above the shared collection. */
export async function readCollection(
  ctx: Context,
  productionId: number,
  id: number,
  includes: Includes,
): Promise<EditorialObject> {
  const row = await getCollection(ctx, productionId, id)
  const { parentId, ...shown } = toEditorialObject(row, ctx.platform.publicUrl)
  return {
    ...shown,
    ...(parentId !== undefined && (await maySee(ctx, parentId)) ? { parentId } : {}),
    ...(await readSurroundings(ctx, row, includes)),
    ...(await readEntries(ctx, row, includes)),
  }
}

async function readSurroundings(
  ctx: Context,
  row: CollectionRow,
  includes: Includes,
): Promise<Partial<EditorialObject>> {
  const { publicUrl } = ctx.platform
  const around: Partial<EditorialObject> = {}
  if (includes.includeCategoryName === true && row.category_id !== null) {
    const { name } = await getCategory(ctx, row.production_id, row.category_id)
    if (name !== undefined) around.categoryName = name
  }
  if (includes.includeParent === true && row.parent_id !== null && (await maySee(ctx, row.parent_id))) {
    const parent = await findCollection(ctx.db, row.production_id, row.parent_id)
    if (parent) around.parent = toEditorialObject(parent, publicUrl)
  }
  const wantsScenes = includes.includeScenes === true && row.object_type === 'Episode'
  const wantsStoryParts = includes.includeStoryParts === true && row.object_type === 'Story'
  if (includes.includeChildren === true || wantsScenes || wantsStoryParts) {
    const children = (await listChildren(ctx.db, row.id)).map(child => toEditorialObject(child, publicUrl))
    if (includes.includeChildren === true) around.children = children
    if (wantsScenes) around.scenes = children
    if (wantsStoryParts) around.storyParts = children
  }
  return around
}

async function maySee(ctx: Context, id: number): Promise<boolean> {
  return ctx.actor.kind !== 'visitor' || isBelow(ctx.db, id, ctx.actor.editorialObjectId)
}

async function readEntries(ctx: Context, row: CollectionRow, includes: Includes): Promise<Partial<EditorialObject>> {
  const { includeEntries, includeAnnotations, includeEdl } = includes
  if (includeEntries !== true && includeAnnotations !== true && includeEdl !== true) return {}
  const seen = await listSeenEntries(ctx, row.id)
  const annotations = seen.map(item => toEntry(ctx, item))
  return {
    ...(includeEntries === true ? { entries: annotations } : {}),
    ...(includeAnnotations === true ? { annotations } : {}),
    ...(includeEdl === true ? { edl: toEdl(row.id, seen) } : {}),
  }
}

/** The first entries of a collection; of what others say among themselves a visitor sees nothing. */
export async function listSeenEntries(ctx: Context, id: number): Promise<AttachedRow[]> {
  const { items } = await listAttached(ctx.db, [id], { offset: 0, limit: mostIncludedEntries })
  return items.filter(({ row }) => !isHidden(ctx.actor, row))
}

/** An entry as the annotation that it is. */
export function toEntry(ctx: Context, { row }: AttachedRow): Annotation {
  return toAnnotation(row, { publicUrl: ctx.platform.publicUrl })
}

/** A collection as a cut: its entries in order, each a range of frames of its clip. */
function toEdl(id: number, entries: readonly AttachedRow[]): NonNullable<EditorialObject['edl']> {
  return {
    objectType: 'Edl',
    editorialObjectId: id,
    entries: entries.map(({ row, position }) => ({
      annotationId: row.id,
      mediaObjectId: row.media_object_id,
      position,
      start: row.start_frame,
      end: row.end_frame,
    })),
  }
}
