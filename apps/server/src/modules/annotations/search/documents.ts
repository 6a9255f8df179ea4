import type { FrameClock } from '@rushes/timebase'
import type { Transaction } from '../../../platform/context.ts'
import type { Module } from '../../../platform/module.ts'
import { toSearchFields } from '../../custom-fields/index.ts'
import { listFrameClocks, type MediaObjectRow, writeTimecode } from '../../media/index.ts'
import {
  type FieldValue,
  type ListedSource,
  markChanged,
  markChangedBy,
  type SearchDocument,
  storedSizes,
} from '../../search/index.ts'
import type { AnnotationRow } from '../annotation.ts'
import { type ClipVersion, findClipsOfDocuments, selectIdsOfEntries, selectIdsOfStacks } from '../attachments/store.ts'
import { pickCommentContent } from '../comments/limits.ts'
import type { ContentSource } from '../content/lists.ts'
import { selectItemBytes } from '../content/store.ts'
import { commentFunnel, resolvedTag } from '../policy.ts'
import {
  findRootsById,
  findRowsById,
  selectAllIds,
  selectIdsOfClips,
  selectIdsOfReplies,
  selectOwnIdsOfClips,
} from '../store.ts'
import { toClipFacts } from './clip-facts.ts'

/** What a document tells beside its annotation. */
interface DocumentParts {
  clip:
    | (MediaObjectRow & { readonly mentioned: readonly number[] | null; readonly clipVersion: ClipVersion | null })
    | undefined
  clock: FrameClock | undefined
  /** The comment that this one answers. */
  root: { readonly created_by_share_id: number | null; readonly is_resolved: boolean } | undefined
  /** Collections that this annotation hangs on. */
  collections: readonly number[]
  /** Collections that the clip or any part of it hangs on. */
  clipCollections: readonly number[]
}

/** Has the search documents of annotations rewritten or removed once the transaction that changes them is committed. */
export function indexAnnotations(ctx: Transaction, ids: readonly number[]): void {
  markChanged(ctx, 'annotation', ids)
}

/** Where the documents of annotations come from. */
export function createAnnotationDocuments(modules: readonly Module[]): ListedSource {
  const platform = { modules }
  return {
    read: (db, ids) => readDocuments({ db, platform }, ids),
    selectSizes: storedSizes('annotation', ['details', 'structured_description'], selectItemBytes({ platform })),
    ids: selectAllIds,
  }
}

/** The documents of annotations as they stand now. */
async function readDocuments(source: ContentSource, ids: readonly number[]): Promise<SearchDocument[]> {
  const { db } = source
  const rows = await findRowsById(source, ids)
  const clipIds = [...new Set(rows.map(toClipId))]
  const rootIds = [...new Set(rows.flatMap(row => row.related_to_id ?? []))]
  const ownClipIds = rows.filter(isOfClip).map(toClipId)
  const clips = await findClipsOfDocuments(db, clipIds, ownClipIds)
  const clocks = await listFrameClocks(db, clips)
  const roots = rootIds.length > 0 ? await findRootsById(db, rootIds) : []
  const byAnnotation = Map.groupBy(
    clips.flatMap(clip => clip.attachments),
    attachment => attachment.annotationId,
  )
  const rootById = new Map(roots.map(root => [root.id, root]))
  const clipById = new Map(clips.map(clip => [clip.id, clip]))
  return rows.map(row => {
    const clip = clipById.get(row.media_object_id)
    return toDocument(row, {
      clip,
      clock: clocks.get(row.media_object_id),
      root: rootById.get(row.related_to_id ?? 0),
      collections: listCollectionIds(byAnnotation.get(row.id)),
      clipCollections: listCollectionIds(clip?.attachments),
    })
  })
}

function toClipId(row: AnnotationRow): number {
  return row.media_object_id
}

function isOfClip(row: AnnotationRow): boolean {
  return row.object_type === 'MediaObjectAnnotation'
}

function listCollectionIds(attachments: readonly { editorialObjectId: number }[] = []): number[] {
  return [...new Set(attachments.map(attachment => attachment.editorialObjectId))]
}

/** Has every document of these clips rewritten: their names, lengths or collections have changed. */
export async function indexClips(ctx: Transaction, mediaObjectIds: readonly number[]): Promise<void> {
  if (mediaObjectIds.length > 0) await markChangedBy(ctx, 'annotation', selectIdsOfClips(mediaObjectIds))
}

/** Has the own documents of these clips rewritten: comments mention others, or are resolved or gone. */
export async function indexMentions(ctx: Transaction, mediaObjectIds: readonly number[]): Promise<void> {
  if (mediaObjectIds.length > 0) await markChangedBy(ctx, 'annotation', selectOwnIdsOfClips(mediaObjectIds))
}

/** Has the documents of the versions in these collections rewritten: some were added, taken out or moved. */
export async function indexStacks(ctx: Transaction, editorialObjectIds: readonly number[]): Promise<void> {
  await markChangedBy(ctx, 'annotation', selectIdsOfStacks(editorialObjectIds))
}

/** Has the documents of the entries of a collection rewritten: it has become a stack of versions, or is none any more. */
export async function indexEntries(ctx: Transaction, editorialObjectId: number): Promise<void> {
  await markChangedBy(ctx, 'annotation', selectIdsOfEntries(editorialObjectId))
}

/** What no share has as its id: the thread of a comment for the team only. */
const noShare = 0

/** Has the documents of the answers to a comment rewritten: it was resolved, or is open again. */
export async function indexReplies(ctx: Transaction, rootId: number): Promise<void> {
  await markChangedBy(ctx, 'annotation', selectIdsOfReplies(rootId))
}

/** An annotation as a search finds it (annotations-36). */
function toDocument(
  row: AnnotationRow,
  { clip, clock, root, collections, clipCollections }: DocumentParts,
): SearchDocument {
  const { details } = row
  const { tags = [], topics = [], mentionIds = [] } = details
  const custom = toSearchFields(details.customFields)
  const clipFacts = toClipFacts(row, clip)
  /** What words are looked for in. */
  const spoken = {
    mediaObjectName: clip?.name,
    timecode: clip && writeTimecode(clip, clock, row.start_frame),
    description: details.description,
  }
  return {
    id: row.id,
    kind: 'annotation',
    productionId: row.production_id,
    fields: {
      ...custom.fields,
      objectType: row.object_type,
      funnel: row.funnel,
      type: row.type,
      mediaObjectId: row.media_object_id,
      mediaObjectType: clip?.type,
      ...clipFacts.fields,
      start: row.start_frame,
      end: row.end_frame,
      created: row.created,
      createdBy: row.created_by,
      creatorId: row.creator_id,
      lastUpdated: row.last_updated,
      createdByShareId: row.created_by_share_id,
      createdBySharedUserId: row.created_by_shared_user_id,
      // A reply is visible to everyone who sees the comment it replies to.
      threadShareId: row.is_internal ? noShare : (row.created_by_share_id ?? root?.created_by_share_id),
      language: row.language,
      subtitlePresetId: row.subtitle_preset_id,
      reviewStatus: row.review_status,
      relatedToId: row.related_to_id,
      translatedFromId: row.translated_from_id,
      // A thread is a comment and its replies.
      threadResolved: row.funnel === commentFunnel ? (root?.is_resolved ?? tags.includes(resolvedTag)) : undefined,
      threadGroupId_s_nm_d: row.funnel === commentFunnel ? String(row.related_to_id ?? row.id) : undefined,
      tags,
      topics,
      securityClasses: details.securityClasses ?? [],
      mentionIds,
      openMentionIds: isOfClip(row) ? clip?.mentioned : undefined,
      ...(isOfClip(row) && clip?.clipVersion && toVersionFields(clip.clipVersion)),
      merged_tags: [...new Set([...tags, ...topics])],
      name: details.name,
      label: details.label,
      source: details.source,
      origin: details.origin,
      rating: details.rating,
      spatial: details.spatial,
      authorName: details.authorName,
      circled: details.circled,
      hasScreenshot: details.hasScreenshot,
      nonPreferred: details.nonPreferred,
      loggingStatus: details.loggingStatus,
      subtitlingStatus: details.subtitlingStatus,
      transcriptionStatus: details.transcriptionStatus,
      subtitlingStatusLanguagePresetTags: toStatusTags(details.subtitlingStatuses).map(withPresetPart),
      transcriptionStatusLanguageTags: toStatusTags(details.transcriptionStatuses),
      attachedEditorialObjectId: collections,
      clipOrSubclipHasAttachedEditorialObjectId: clipCollections,
      deleted: row.deleted,
      ...(row.deleted === null ? spoken : {}),
      ...toTranscriptFields(row),
    },
    // Different at every change, and nothing that anyone looks for; no words find a deleted comment.
    stored: {
      version: row.version,
      modifiedBy: row.modified_by,
      ...(row.deleted === null ? toShownOfComment(row) : spoken),
      ...clipFacts.stored,
    },
    text: [...listTexts(row), ...custom.texts],
  }
}

/** Which of the versions of one clip a clip is, so that a list can do with the latest. */
function toVersionFields({ stackId, number, count }: ClipVersion) {
  return { versionStackId: stackId, versionNumber: number, versionCount: count, isOlderVersion: number < count }
}

/**
 * What lists show of a comment beside its text: its range, its drawing, its place in the page of a client, and who resolved
 * it (review-9, review-39, review-40).
 */
function toShownOfComment({
  funnel,
  details,
  structured_description: content,
}: AnnotationRow): Record<string, unknown> {
  if (funnel !== commentFunnel) return {}
  const shown = pickCommentContent(content)
  return {
    ...(Object.keys(shown).length > 0 && { structuredDescription: shown }),
    uiLocation: details.uiLocation,
    resolvedByName: details.resolvedByName,
    resolvedAt: details.resolvedAt,
  }
}

/** A map of statuses as tags `<status>;<key>`. */
function toStatusTags(statuses: Record<string, string> | undefined): string[] {
  return Object.entries(statuses ?? {}).map(([key, status]) => `${status};${key}`)
}

/** Tags of subtitles have the form `<status>;<language>;<subtitlePresetId>`, with an empty preset where there is none. */
function withPresetPart(tag: string): string {
  return tag.split(';').length === 2 ? `${tag};` : tag
}

/** A transcript paragraph's text and speaker: the words keep their spaces, so that joined they are the text. */
function toTranscriptFields(row: AnnotationRow): Record<string, FieldValue | undefined> {
  if (row.object_type !== 'TranscriptAnnotation') return {}
  const { speaker } = row.details
  return {
    tsa_content: readTexts(row.structured_description.parts, 'word').join('').trim(),
    tsa_speaker: speaker === undefined ? undefined : [speaker],
  }
}

/** Captions are found by their text. */
function listTexts(row: AnnotationRow): string[] {
  const { subtitles } = row.structured_description
  if (!Array.isArray(subtitles)) return []
  return subtitles.flatMap((subtitle: unknown) =>
    typeof subtitle === 'object' && subtitle !== null && 'textParts' in subtitle
      ? readTexts(subtitle.textParts, 'content')
      : [],
  )
}

function readTexts(parts: unknown, member: string): string[] {
  if (!Array.isArray(parts)) return []
  return parts.flatMap((part: unknown) => {
    const text = typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[member] : undefined
    return typeof text === 'string' ? [text] : []
  })
}
