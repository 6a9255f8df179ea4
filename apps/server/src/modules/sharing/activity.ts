import type { Context } from '../../platform/context.ts'
import { searchActivities } from '../events/index.ts'
import type { SearchAnswer } from '../search/index.ts'
import { getShare } from './shares/get-share.ts'

/** What happened to a share and in it: who opened, viewed, commented on and downloaded what. */
export async function searchShareActivity(
  ctx: Context,
  productionId: number,
  id: number,
  query: Readonly<Record<string, unknown>>,
): Promise<SearchAnswer> {
  const share = await getShare(ctx, productionId, id)
  const ofShare = { field: 'shareId', values: [share.id] }
  return searchActivities(ctx, { productionId, restrictTo: [ofShare] }, query)
}
