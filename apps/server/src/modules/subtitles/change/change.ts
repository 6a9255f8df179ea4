import { type Annotation, brokenRule, type JsonPatch, type SubtitleAnnotation } from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { assertPrecondition } from '../../../platform/http/answers/precondition.ts'
import { type AnnotationRow, deleteAnnotation, patchAnnotation } from '../../annotations/index.ts'
import { listEntries } from '../entries/entries.ts'
import { withShots } from '../rules/shots.ts'
import { renewWarnings } from '../rules/warnings.ts'
import { toSubtitleAnnotation } from '../show.ts'
import { assertEditable, noteEditing, toStatusPlace } from '../status.ts'
import { type LockedTarget, lockSubtitle, type SubtitleAddress } from '../target.ts'
import { settleContent } from './settle.ts'
import { assertTranslatedFrom } from './translation.ts'

/** Members that follow from the address, or from the clip. */
const givenMembers = ['language', 'type', 'start', 'end'] as const

/** Patches subtitles: all of it or nothing. A failed `test` is a ConflictError, content that breaks a rule a ValidationError. */
export async function patchSubtitle(
  ctx: Context,
  address: SubtitleAddress,
  patch: JsonPatch,
): Promise<SubtitleAnnotation> {
  return inTransaction(ctx, async ctx => {
    const target = await lockSubtitle(ctx, address)
    assertPrecondition(ctx, target.row.version)
    return toSubtitleAnnotation(ctx, await applySubtitlePatch(ctx, target, patch))
  })
}

/** Patches locked subtitles and emits the event. */
export async function applySubtitlePatch(
  ctx: Transaction,
  { clip, ...found }: LockedTarget & { row: AnnotationRow },
  patch: JsonPatch,
): Promise<AnnotationRow> {
  const target = await withShots(ctx, found)
  const { row, rules } = target
  assertEditable(clip, target)
  const stored = new Set(listEntries(row.structured_description))
  const patched = await patchAnnotation(ctx, row, patch.map(toStoredName), {
    mayTranslate: true,
    isStored: value => stored.has(value),
    async settle(after, before) {
      assertGivenMembers(after, before)
      if (after.translatedFromId !== before.translatedFromId) {
        await assertTranslatedFrom(ctx, row, after.translatedFromId)
      }
      return {
        ...after,
        ...(rules.frameCount > 0 && { end: rules.frameCount }),
        // What a patch leaves alone is the same object, and is not written.
        ...(after.structuredDescription !== before.structuredDescription && {
          structuredDescription: renewWarnings(
            settleContent(after.structuredDescription, rules),
            before.structuredDescription,
            target,
          ),
        }),
      }
    },
  })
  if (patched.version === row.version) return row
  ctx.afterCommit(() => ctx.platform.services.subtitleContents.set(patched))
  await noteEditing(ctx, clip, toStatusPlace(target))
  publishSubtitling(ctx, 'Subtitling.manual', patched)
  return patched
}

function assertGivenMembers(after: Annotation, before: Annotation): void {
  const changed = givenMembers.find(name => after[name] !== before[name])
  if (changed !== undefined) throw brokenRule(`/${changed}`, 'is given by the address and the clip')
}

/** The content has two names and is stored under one. */
function toStoredName(operation: JsonPatch[number]): JsonPatch[number] {
  const { from } = operation
  return { ...operation, path: renamed(operation.path), ...(from !== undefined && { from: renamed(from) }) }
}

function renamed(pointer: string): string {
  return pointer.replace(/^\/structuredAnnotation(?=\/|$)/, '/structuredDescription')
}

/**
 * Deletes subtitles and returns what they were; their status is NOT_STARTED again. Throws ConflictError while their
 * status is COMPLETED and while they are attached to a collection.
 */
export async function deleteSubtitle(
  ctx: Context,
  address: SubtitleAddress,
  options: { deleteAssemble?: boolean | undefined; detachAssemble?: boolean | undefined },
): Promise<SubtitleAnnotation> {
  return inTransaction(ctx, async ctx => {
    const { productionId, row } = await lockSubtitle(ctx, address)
    assertPrecondition(ctx, row.version)
    await deleteAnnotation(ctx, productionId, row.id, {
      deleteAssemble: options.deleteAssemble === true,
      detachAssemble: options.detachAssemble === true,
    })
    return toSubtitleAnnotation(ctx, row)
  })
}

/** Emits the event of new content, and how it came. */
export function publishSubtitling(
  ctx: Transaction,
  type: 'Subtitling.manual' | 'Subtitling.import' | 'Subtitling.automatic',
  row: AnnotationRow,
  extended?: Record<string, unknown>,
): void {
  ctx.publish({
    type,
    productionId: row.production_id,
    object: {
      objectType: row.object_type,
      id: row.id,
      funnel: row.funnel,
      mediaObjectId: row.media_object_id,
      version: row.version,
      language: row.language,
      ...(row.subtitle_preset_id !== null && { subtitlePresetId: row.subtitle_preset_id }),
    },
    target: { objectType: 'MediaObject', id: row.media_object_id },
    ...(extended && { extended }),
  })
}
