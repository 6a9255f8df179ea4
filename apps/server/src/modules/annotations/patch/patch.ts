import {
  type Annotation,
  type AnnotationObjectType,
  annotationFields,
  brokenRule,
  clipAnnotationFields,
  type JsonPatch,
  mediaObjectAnnotationFields,
  notFound,
  ServiceError,
  shape,
  structuredAnnotationFields,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { assertPrecondition } from '../../../platform/http/answers/precondition.ts'
import { applyPatch, listPatchedMembers } from '../../../platform/text/json-patch.ts'
import { parseLanguage } from '../../../platform/text/language.ts'
import { assertStorable } from '../../../platform/text/storable.ts'
import { createValidator } from '../../../platform/text/validate.ts'
import { settleCustomFields, withFieldPaths } from '../../custom-fields/index.ts'
import { listReviewStatuses } from '../../productions/index.ts'
import {
  type AnnotationDetails,
  type AnnotationRow,
  isDetail,
  isPatched,
  listColumnChanges,
  toAnnotation,
  toDetails,
} from '../annotation.ts'
import { changeComment } from '../comments/audience.ts'
import {
  assertCommentContent,
  assertCommentSize,
  assertVisitorChange,
  assertVisitorMembers,
  getMaxCommentBytes,
} from '../comments/limits.ts'
import {
  assertMayChange,
  assertRange,
  assertReviewStatus,
  commentFunnel,
  getPersonName,
  resolvedTag,
  subtitleFunnel,
  toCommentRange,
  withoutRepetition,
} from '../policy.ts'
import { lockClipAnnotation, showAnnotation } from '../read.ts'
import { findClipRow, lockRowAndClip } from '../store.ts'
import { withStatusKeys } from './status-keys.ts'
import { assertSubtitleEditable } from './subtitle-status.ts'
import { type AnnotationChange, updateAnnotation } from './update.ts'

const variants = {
  MediaObjectAnnotation: { ...annotationFields, ...mediaObjectAnnotationFields },
  ClipAnnotation: { ...annotationFields, ...clipAnnotationFields },
  StructuredAnnotation: { ...annotationFields, ...structuredAnnotationFields },
  TranscriptAnnotation: { ...annotationFields, ...structuredAnnotationFields },
} satisfies Record<AnnotationObjectType, object>

/** What a clip's own annotation spans and is made by ingest: the clip decides. */
const fixedOfClip: readonly string[] = ['start', 'end', 'type', 'hasScreenshot', 'screenshotMimeType', 'tinyThumb']

/** What a patch may write, and the check of the result, by what the annotation is. */
const writable = Object.fromEntries(
  Object.entries(variants).map(([objectType, fields]) => {
    const members = Object.entries(fields).filter(
      ([name]) =>
        (isDetail(name) || isPatched(name, false)) &&
        !(objectType === 'MediaObjectAnnotation' && fixedOfClip.includes(name)),
    )
    return [
      objectType,
      {
        members: new Set(members.map(([name]) => name)),
        validate: createValidator(shape(objectType, Object.fromEntries(members)), 'ValidationError'),
      },
    ]
  }),
) as Record<AnnotationObjectType, { members: Set<string>; validate: (value: unknown) => void }>

/** What a module adds to the rules of a patch. */
export interface PatchRules {
  /** Checks the patched annotation, and may give it back corrected; throws what it refuses. */
  settle?(after: Annotation, before: Annotation): Annotation | Promise<Annotation>
  /** Whether this part of a free-form member is stored already, so that it need not be checked again. */
  isStored?(value: object): boolean
  /** Whether `translatedFromId` may be written; `settle` then checks it. */
  mayTranslate?: boolean
}

/** Patches the annotation of a whole clip. */
export async function patchMediaObjectAnnotation(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
  patch: JsonPatch,
): Promise<Annotation> {
  return inTransaction(ctx, async ctx => {
    return patchPermitted(ctx, await lockClipAnnotation(ctx, productionId, mediaObjectId), patch)
  })
}

/** Patches an annotation of any kind. */
export async function patchAnyAnnotation(
  ctx: Context,
  productionId: number,
  id: number,
  patch: JsonPatch,
): Promise<Annotation> {
  return inTransaction(ctx, async ctx => {
    const { row, clipOfSubtitles } = await lockRowAndClip(ctx, productionId, id)
    if (!row) throw notFound('Annotation', id)
    return patchPermitted(ctx, row, patch, clipOfSubtitles)
  })
}

/** Patches a locked annotation, where the caller may and its version is the expected one. */
export async function patchPermitted(
  ctx: Transaction,
  row: AnnotationRow,
  patch: JsonPatch,
  clipOfSubtitles?: AnnotationRow,
): Promise<Annotation> {
  const members = listPatchedMembers(patch)
  assertMayChange(ctx.actor, row, members)
  assertPrecondition(ctx, row.version)
  if (row.deleted !== null) throw new ServiceError('ConflictError', `The comment ${row.id} is deleted`)
  assertNotContent(row, members)
  if (clipOfSubtitles) assertSubtitleEditable(clipOfSubtitles, row)
  const isComment = row.funnel === commentFunnel
  if (isComment) assertVisitorMembers(ctx.actor, members)
  const patched = await patchAnnotation(ctx, row, patch, {
    async settle(after, before) {
      if (isComment) await assertVisitorChange(ctx, row.production_id, after, before)
      return withKnownStatus(ctx, row, after, before)
    },
  })
  return showAnnotation(ctx, patched)
}

/**
 * Patches a clip's own annotation for a caller that may create or update the clip: its review status needs a right of
 * its own. Throws ForbiddenError.
 */
export async function describeClip(ctx: Transaction, row: AnnotationRow, patch: JsonPatch): Promise<AnnotationRow> {
  if (listPatchedMembers(patch).includes('reviewStatus')) assertMayChange(ctx.actor, row, ['reviewStatus'])
  return patchAnnotation(ctx, row, patch, { settle: (after, before) => withKnownStatus(ctx, row, after, before) })
}

/** The patched annotation, when its review status is one of those of the production. */
async function withKnownStatus(
  ctx: Transaction,
  row: AnnotationRow,
  after: Annotation,
  before: Annotation,
): Promise<Annotation> {
  if (after.reviewStatus !== before.reviewStatus) {
    assertReviewStatus(after.reviewStatus, await listReviewStatuses(ctx, row.production_id))
  }
  return after
}

/** What subtitles hold obeys rules that the module of subtitles knows. */
const subtitleContent = ['structuredDescription', 'structuredAnnotation', 'language', 'type', 'start', 'end']

function assertNotContent(row: AnnotationRow, members: readonly string[]): void {
  if (row.funnel !== subtitleFunnel) return
  const refused = members.find(name => subtitleContent.includes(name))
  if (refused !== undefined) {
    throw brokenRule(
      `/${refused}`,
      'of subtitles is changed at their address: mo/{moId}/subtitle/{language}/{presetId}',
    )
  }
}

/**
 * Applies a JSON Patch to an annotation that the caller has locked and may change: all of it or nothing. A failed
 * `test` or `create` is a ConflictError, everything else that is wrong with it a ValidationError with the path.
 */
export async function patchAnnotation(
  ctx: Transaction,
  row: AnnotationRow,
  patch: JsonPatch,
  rules: PatchRules = {},
): Promise<AnnotationRow> {
  const { members } = writable[row.object_type]
  const patchedMembers = listPatchedMembers(patch)
  const mayTranslate = rules.mayTranslate === true
  const refused = patchedMembers.find(name => !members.has(name) && !(mayTranslate && isPatched(name, true)))
  if (refused !== undefined) throw brokenRule(`/${refused}`, 'cannot be changed by a patch')
  const before = toAnnotation(row, { publicUrl: '' })
  const isComment = row.funnel === commentFunnel
  const spelled = row.object_type === 'MediaObjectAnnotation' ? withStatusKeys(patch, before) : patch
  const named = withFieldPaths(spelled, before.customFields)
  const patched = applyPatch(before, named, isComment ? getMaxCommentBytes(ctx.actor) : undefined)
  // Nothing but tests, and they hold.
  if (patchedMembers.length === 0) return row
  if (isComment) assertCommentSize(ctx.actor, patched)
  const checked = toChecked(row, patched, before, rules)
  if (isComment) assertCommentContent(checked.structuredDescription, before.structuredDescription)
  const settled = await withSettledFields(ctx, row, (await rules.settle?.(checked, before)) ?? checked, before)
  // Custom fields are stored in a longer form than they are sent.
  if (isComment) assertCommentSize(ctx.actor, settled)
  const change = toChange(row, await toRanged(ctx, row, settled, before), before)
  return isComment ? changeComment(ctx, row, withResolver(ctx, change, before)) : updateAnnotation(ctx, row, change)
}

/** Who gave a comment the tag `resolved`, and when; gone with the tag (review-40). */
function withResolver(ctx: Transaction, change: AnnotationChange, before: Annotation): AnnotationChange {
  const { details = {} } = change
  const [was, is] = [before, details].map(({ tags = [] }) => tags.includes(resolvedTag))
  if (is === was) return change
  const { resolvedAt: _at, resolvedByName: _by, ...others } = details
  const name = getPersonName(ctx.actor)
  const resolver = { resolvedAt: ctx.platform.clock.now(), ...(name !== undefined && { resolvedByName: name }) }
  return { ...change, details: { ...others, ...(is && resolver) } }
}

/** The patched annotation, the members that are not as before of the right types and as sets without repetition. */
function toChecked(row: AnnotationRow, patched: Annotation, before: Annotation, { isStored }: PatchRules): Annotation {
  const { members, validate } = writable[row.object_type]
  const changed = Object.fromEntries(Object.entries(listChanged(patched, before)).filter(([name]) => members.has(name)))
  validate(changed)
  assertStorable(changed, isStored)
  return { ...patched, ...withoutRepetition(changed), ...toSpelledLanguage(row, changed) }
}

/** The language of a transcript is a part of its address; others are stored as they came. */
function toSpelledLanguage(row: AnnotationRow, { language }: Record<string, unknown>): { language?: string } {
  if (row.object_type !== 'TranscriptAnnotation' || typeof language !== 'string') return {}
  return { language: parseLanguage(language, '/language') }
}

/** "Each write to a custom field is validated against the production's CustomFieldsDescription." */
async function withSettledFields(
  ctx: Transaction,
  row: AnnotationRow,
  after: Annotation,
  before: Annotation,
): Promise<Annotation> {
  if (after.customFields === before.customFields) return after
  const bearer = { objectType: row.object_type, funnel: row.funnel }
  const [sent, stored] = [after.customFields ?? {}, before.customFields ?? {}]
  return { ...after, customFields: await settleCustomFields(ctx, row.production_id, bearer, sent, stored) }
}

/** A changed range must lie in the clip; a comment's end follows its start. */
async function toRanged(
  ctx: Transaction,
  row: AnnotationRow,
  after: Annotation,
  before: Annotation,
): Promise<Annotation> {
  if (after.start === before.start && after.end === before.end) return after
  const { start, end } = after
  if (start === undefined) throw brokenRule('/start', 'is needed')
  if (end === undefined && row.funnel !== commentFunnel) throw brokenRule('/end', 'is needed')
  const clip = await findClipRow(ctx.db, row.production_id, row.media_object_id)
  const frameCount = clip?.end_frame ?? 0
  if (row.funnel === commentFunnel) return { ...after, ...toCommentRange(start, frameCount) }
  assertRange(start, end!, frameCount)
  return after
}

/** What is as before is not written: content may be large. */
function toChange(row: AnnotationRow, after: Annotation, before: Annotation): AnnotationChange {
  const { structuredDescription, ...columns } = listColumnChanges(after, before)
  return {
    ...columns,
    ...(structuredDescription !== undefined && { structuredDescription: structuredDescription ?? {} }),
    details: { ...withoutChanged(row.details, after, before), ...toDetails(listChanged(after, before)) },
  }
}

/** What is stored of the members that are as before, fixed ones included. */
function withoutChanged(stored: AnnotationDetails, after: Annotation, before: Annotation): AnnotationDetails {
  const changed = listChanged(before, after)
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !Object.hasOwn(changed, name)))
}

/** The members that are not the same in `other`: what a patch leaves alone is the same object, not a copy. */
function listChanged(members: Annotation, other: Annotation): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(other))
  return Object.fromEntries(Object.entries(members).filter(([name, value]) => value !== values.get(name)))
}
