import { isDeepStrictEqual } from 'node:util'
import type { FieldBearers } from '../custom-fields/index.ts'
import { lockRow } from './store.ts'
import { updateAnnotation } from './update.ts'

/** Changes the custom fields of an annotation where the service itself has a reason to; one that is gone is passed over. */
export const replaceAnnotationCustomFields: FieldBearers['write'] = async (ctx, productionId, id, change) => {
  const row = await lockRow(ctx.db, productionId, id)
  if (!row) return
  const before = row.details.customFields ?? {}
  const after = change(before)
  if (isDeepStrictEqual(after, before)) return
  await updateAnnotation(ctx, row, { details: { ...row.details, customFields: after } })
}
