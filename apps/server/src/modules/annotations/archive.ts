import {
  annotationFields,
  annotationObjectTypes,
  brokenRule,
  clipAnnotationFields,
  Id,
  Instant,
  mediaObjectAnnotationFields,
  oneOf,
  structuredAnnotationFields,
} from '@rushes/contract'
import Type, { type Static } from 'typebox'
import {
  type ArchiveTarget,
  archivedFields,
  archiveTable,
  fromArchived,
  renameLanguagesOf,
  toArchived,
} from '../../platform/archive/index.ts'
import { assertStorable } from '../../platform/text/storable.ts'
import { mapFieldIds } from '../custom-fields/index.ts'
import { markChangedBy } from '../search/index.ts'
import { type AnnotationDetails, type AnnotationRow, hasColumn, toArchivedMembers, toColumns } from './annotation.ts'
import { spreadInternalClass } from './comments/store.ts'
import { hasList, withItems, withoutItems, writeItems } from './content/lists.ts'
import { findItems } from './content/store.ts'
import { commentFunnel, toBounded, withoutRepetition } from './policy.ts'
import { findBareClip, findLostReply, selectIdsOfProduction } from './store.ts'

const {
  annotationProductionId: _production,
  productionId: _same,
  mediaObject: _clip,
  translatedToIds: _derived,
  ...members
} = { ...annotationFields, ...mediaObjectAnnotationFields, ...clipAnnotationFields, ...structuredAnnotationFields }

const Frame = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const ArchivedAnnotation = Type.Object(
  {
    ...members,
    ...archivedFields,
    deleted: Type.Optional(Instant),
    objectType: oneOf(...annotationObjectTypes),
    funnel: Type.String({ maxLength: 200 }),
    mediaObjectId: Id,
    start: Frame,
    end: Frame,
    structuredDescription: Type.Record(Type.String(), Type.Unknown()),
  },
  { additionalProperties: false },
)
type ArchivedAnnotation = Static<typeof ArchivedAnnotation>

/** The rows of annotations, comments before their replies. */
const annotationRows = archiveTable({
  name: 'annotations',
  table: 'annotation',
  shape: ArchivedAnnotation,
  parent: 'related_to_id',
  toItem(row, source) {
    for (const id of row.details.mentionIds ?? []) source.people.add(id)
    return {
      ...row.details,
      ...toArchived(row, source),
      ...toArchivedMembers(row),
    }
  },
  async toRow(item, into, ctx) {
    const { ids } = into
    const columns = fromArchived('annotations', item, into, ctx)
    const { objectType, funnel, start, end, relatedToId, deleted, structuredDescription } = item
    if (deleted !== undefined && (funnel !== commentFunnel || relatedToId !== undefined)) {
      throw brokenRule('/deleted', 'is for comments that have replies')
    }
    if (start > end) throw brokenRule('/start', `must not exceed the end, ${end}`)
    const details = pickDetails(item)
    assertStorable({ structuredDescription, ...details })
    const content = mapContent(objectType, structuredDescription, columns.id)
    return {
      ...columns,
      ...toColumns({ ...item, productionId: into.productionId }),
      media_object_id: ids.get('clips', item.mediaObjectId, '/mediaObjectId'),
      related_to_id: ids.getEarlier('annotations', relatedToId, '/relatedToId'),
      // What it was translated from may be gone: that it is a translation stays.
      translated_from_id: await ids.getOrTake('annotations', item.translatedFromId),
      // A share that is gone keeps what was said through it from the visitors of others.
      created_by_share_id: await ids.getOrTake('shares', item.createdByShareId),
      created_by_shared_user_id: await ids.getOrTake('shared-users', item.createdBySharedUserId),
      // Nobody who comes here later continues a session of there.
      author_key: null,
      structured_description: toBounded(content, '/structuredDescription'),
      details: toBounded(toDetails(details, item, into), '/'),
    }
  },
  async finish(ctx, { productionId }) {
    const bare = await findBareClip(ctx.db, productionId)
    if (bare !== undefined) throw brokenRule('/annotations.jsonl', `lacks the annotation of the clip ${bare}`)
    const frame = await findLostReply(ctx.db, productionId)
    if (frame !== undefined) {
      throw brokenRule(
        '/annotations.jsonl',
        `has a reply at frame ${frame} to what is a reply itself, or of another clip`,
      )
    }
    await spreadInternalClass(ctx.db, productionId)
    await renameLanguagesOf(ctx.db, ctx.platform.log, productionId)
    await markChangedBy(ctx, 'annotation', selectIdsOfProduction(productionId))
  },
})

/** Annotations of every kind with their whole content. */
const annotationArchive: typeof annotationRows = {
  ...annotationRows,
  async *read(ctx, source) {
    for await (const item of annotationRows.read(ctx, source)) {
      const { id, funnel, structuredDescription: content } = item
      if (!hasList(ctx, funnel)) yield item
      else yield { ...item, structuredDescription: withItems(ctx, funnel, content, await findItems(ctx, id)) }
    }
  },
  async write(ctx, prepared, into) {
    const rows = prepared as readonly AnnotationRow[]
    const stored = rows.map(row => {
      return { ...row, structured_description: withoutItems(ctx, row.funnel, row.structured_description) }
    })
    await annotationRows.write(ctx, stored, into)
    for (const row of rows) await writeItems(ctx, row.id, row.funnel, row.structured_description)
  },
}

/** "part id = `<annotationId>-<start>`": the words of a transcript name the paragraph that they are of. */
function mapContent(objectType: string, content: Record<string, unknown>, id: number): Record<string, unknown> {
  if (objectType !== 'TranscriptAnnotation' || !Array.isArray(content.parts)) return content
  const parts = content.parts.map((part: { id?: unknown } | null) =>
    typeof part?.id === 'string' ? { ...part, id: part.id.replace(/^\d+-/, `${id}-`) } : part,
  )
  return { ...content, parts }
}

type Details = Pick<ArchivedAnnotation, Extract<keyof ArchivedAnnotation, keyof AnnotationDetails>>

function pickDetails(item: ArchivedAnnotation): Details {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !hasColumn(name)))
}

function toDetails(details: Details, item: ArchivedAnnotation, into: ArchiveTarget): AnnotationRow['details'] {
  const { mentionIds, customFields, description, ...others } = details
  const mentioned = mentionIds?.flatMap(id => findMentioned(id, into) ?? [])
  return withoutRepetition({
    ...others,
    ...(description !== undefined && { description: mapMentions(description, into) }),
    ...endAutomaticWork(item),
    ...(mentioned && { mentionIds: [...new Set(mentioned)] }),
    ...(customFields && { customFields: mapFieldIds(into, 'annotation', customFields) }),
  })
}

/** A user, or a visitor of a share. */
function findMentioned(id: number, { ids }: ArchiveTarget): number | undefined {
  return ids.find('people', id) ?? ids.find('shared-users', id)
}

/** `@{<id of who is mentioned>,<name>}` within a text; the name alone of those whom nobody knows here. */
function mapMentions(text: string, into: ArchiveTarget): string {
  return text.replaceAll(/@\{(\d{1,16}),([^}]*)\}/g, (_marker, id, name) => {
    const now = findMentioned(Number(id), into)
    return now === undefined ? `@${name}` : `@{${now},${name}}`
  })
}

type Statuses = Pick<
  ArchivedAnnotation,
  'subtitlingStatus' | 'subtitlingStatuses' | 'transcriptionStatus' | 'transcriptionStatuses'
>

/** What a machine was working on when the archive was made, it is not working on here. */
function endAutomaticWork(item: Statuses): Statuses {
  const end = (status: NonNullable<Statuses['subtitlingStatus']>) =>
    status === 'AUTOMATIC_STARTED' ? 'AUTOMATIC_FAILED' : status
  const endAll = (statuses: NonNullable<Statuses['subtitlingStatuses']>) =>
    Object.fromEntries(Object.entries(statuses).map(([name, status]) => [name, end(status)]))
  const { subtitlingStatus, subtitlingStatuses, transcriptionStatus, transcriptionStatuses } = item
  return {
    ...(subtitlingStatus && { subtitlingStatus: end(subtitlingStatus) }),
    ...(subtitlingStatuses && { subtitlingStatuses: endAll(subtitlingStatuses) }),
    ...(transcriptionStatus && { transcriptionStatus: end(transcriptionStatus) }),
    ...(transcriptionStatuses && { transcriptionStatuses: endAll(transcriptionStatuses) }),
  }
}

/** What is attached to which collection, in order. */
const entryArchive = archiveTable({
  name: 'entries',
  table: 'annotation_attachment',
  shape: Type.Object(
    { collectionId: Id, annotationId: Id, position: Frame, created: Instant },
    { additionalProperties: false },
  ),
  order: ['editorial_object_id', 'position', 'annotation_id'],
  toItem: row => ({
    collectionId: row.editorial_object_id,
    annotationId: row.annotation_id,
    position: row.position,
    created: row.created,
  }),
  toRow: (item, { ids, productionId }) => ({
    editorial_object_id: ids.get('collections', item.collectionId, '/collectionId'),
    annotation_id: ids.get('annotations', item.annotationId, '/annotationId'),
    production_id: productionId,
    position: item.position,
    created: item.created,
  }),
})

/** Annotations, and what of them hangs on collections. */
export const annotationArchives = [annotationArchive, entryArchive]
