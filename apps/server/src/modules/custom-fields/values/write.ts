import { annotationObjectTypes } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import { findField } from '../description/describe.ts'
import type { Bearer } from '../description/field.ts'
import { withKnownNames } from '../description/names.ts'
import { recallDescription } from '../description/recall.ts'
import { assertKnownWords } from '../vocabulary/vocabulary.ts'
import { type FieldMap, hasDefaults, toSettledFields } from './settle.ts'

/** Whether a production describes a custom field of this name for its annotations. */
export async function createDescribedCheck(ctx: Context, productionId: number): Promise<(name: string) => boolean> {
  const description = await recallDescription(ctx, productionId, 'annotation')
  return name => findField(description, name) !== undefined
}

/**
 * Settles the custom fields of something that is created or changed: named, cast, checked and in the stored shape, as the
 * production describes them, with words of the thesauri that fields are bound to; with its defaults where it is created
 * (`before` is absent). Where nobody has described any they stay as they came. What is written while the description
 * changes may be checked against either. Throws ValidationError with the path of the field, below `/customFields`.
 */
export async function settleCustomFields(
  ctx: Context,
  productionId: number,
  bearer: Bearer,
  after: FieldMap,
  before?: FieldMap,
): Promise<Record<string, unknown>> {
  // Most comments: nothing to check, nothing to begin with.
  if (!before && Object.keys(after).length === 0 && !hasDefaults(bearer)) return after
  const isAnnotation = annotationObjectTypes.some(type => type === bearer.objectType)
  const description = await recallDescription(ctx, productionId, isAnnotation ? 'annotation' : 'collection')
  const { actor } = ctx
  const mayWriteReadOnly = actor.kind === 'service' || (actor.kind === 'user' && actor.systemRights.has('SUPPORT'))
  const named = withKnownNames(after, before ?? {}, description.fields.keys())
  const settled = toSettledFields(description, { bearer, after: named, before, mayWriteReadOnly })
  await assertKnownWords(ctx, productionId, description, settled, before)
  return settled
}
