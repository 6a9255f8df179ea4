import {
  type Annotation,
  type AnnotationObjectType,
  annotationFields,
  brokenRule,
  clipAnnotationFields,
  type JsonPatch,
  mediaObjectAnnotationFields,
  shape,
  structuredAnnotationFields,
} from '@rushes/contract'
import { settleCustomFields } from '../custom-fields/index.ts'
import type { Transaction } from '../platform/context.ts'
import { applyPatch, listPatchedMembers } from '../platform/json-patch.ts'
import { assertStorable } from '../platform/storable.ts'
import { createValidator } from '../platform/validate.ts'
import { assertRange, commentFunnel, toCommentRange, withoutRepetition } from './policy.ts'
import { findClipRow } from './store.ts'
import type { AnnotationDetails, AnnotationRow } from './tables.ts'
import { toAnnotation } from './to-annotation.ts'
import { type AnnotationChange, updateAnnotation } from './update.ts'

/** Members that say what an annotation is, whose it is and what it answers: they never change. */
const fixedMembers = [
  'annotationProductionId',
  'authorName',
  'createdByShareId',
  'createdBySharedUserId',
  'crossProduction',
  'funnel',
  'includeTranslatedTo',
  'mediaObject',
  'mediaObjectId',
  'productionId',
  'relatedToId',
  'subtitlePresetId',
  'translatedFromId',
  'translatedToIds',
] as const

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
        !fixedMembers.some(fixed => fixed === name) &&
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

/** What a room adds to the rules of a patch. */
export interface PatchRules {
  /** Checks the patched annotation, and may give it back corrected; throws what it refuses. */
  settle?(after: Annotation, before: Annotation): Annotation | Promise<Annotation>
  /** Whether this part of a free-form member has been kept before, so that it need not be looked at again. */
  isKept?(value: object): boolean
  /** Whether `translatedFromId` may be written; `settle` then checks it. */
  mayTranslate?: boolean
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
  const mayWrite = (name: string) => members.has(name) || (name === 'translatedFromId' && rules.mayTranslate === true)
  const refused = patchedMembers.find(name => !mayWrite(name))
  if (refused !== undefined) throw brokenRule(`/${refused}`, 'cannot be changed by a patch')
  const before = toAnnotation(row, { publicUrl: '' })
  const patched = applyPatch(before, patch)
  // Nothing but tests, and they hold.
  if (patchedMembers.length === 0) return row
  const checked = toChecked(row, patched, before, rules)
  const settled = await withSettledFields(ctx, row, (await rules.settle?.(checked, before)) ?? checked, before)
  return updateAnnotation(ctx, row, toChange(await toRanged(ctx, row, settled, before), before))
}

/** The patched annotation, the members that are not as before of the right types and as sets without repetition. */
function toChecked(row: AnnotationRow, patched: Annotation, before: Annotation, { isKept }: PatchRules): Annotation {
  const { members, validate } = writable[row.object_type]
  const old = new Map<string, unknown>(Object.entries(before))
  // What a patch leaves alone is the same object, not a copy.
  const changed = Object.fromEntries(
    Object.entries(patched).filter(([name, value]) => members.has(name) && value !== old.get(name)),
  )
  validate(changed)
  assertStorable(changed, isKept)
  return { ...patched, ...withoutRepetition(changed) }
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

/** Members that have columns of their own, or none at all. */
const notInDetails = new Set<string>([
  ...fixedMembers,
  'start',
  'end',
  'type',
  'language',
  'reviewStatus',
  'structuredDescription',
])

/** Large content is written only when it is not as before. */
function toChange(after: Annotation, before: Annotation): AnnotationChange {
  const { start, end, structuredDescription, translatedFromId } = after
  return {
    ...(start === undefined ? {} : { start }),
    ...(translatedFromId === before.translatedFromId ? {} : { translatedFromId: translatedFromId ?? null }),
    ...(end === undefined ? {} : { end }),
    ...(structuredDescription === before.structuredDescription
      ? {}
      : { structuredDescription: structuredDescription ?? {} }),
    type: after.type ?? null,
    language: after.language ?? null,
    reviewStatus: after.reviewStatus ?? null,
    details: toDetails(after),
  }
}

/** The members of an annotation, or of a request for one, that are kept under their own names. */
export function toDetails(members: Annotation | Record<string, unknown>): AnnotationDetails {
  return Object.fromEntries(
    Object.entries(members).filter(([name]) => detailMembers.has(name) && !notInDetails.has(name)),
  )
}

const detailMembers = new Set(Object.values(variants).flatMap(fields => Object.keys(fields)))
