import type { ProductionStorage } from '@rushes/contract'
import type { Context } from '../../platform/context.ts'
import { sumFileBytesByProduction } from '../files/index.ts'
import { sumBytesByProduction } from '../media/index.ts'
import { listEveryProduction } from '../productions/index.ts'

/** What each production stores, the largest first; those that were deleted too, as long as they can be restored. */
export async function listStorage({ db }: Context): Promise<ProductionStorage[]> {
  const [productions, media, files] = [
    await listEveryProduction(db),
    await sumBytesByProduction(db),
    await sumFileBytesByProduction(db),
  ]
  const stored = productions.map(({ id, name, account_id, deleted }) => ({
    productionId: id,
    name,
    accountId: account_id,
    ...(deleted === null ? {} : { deleted }),
    ...(media.get(id) ?? { clips: 0, originalBytes: 0, derivedBytes: 0 }),
    fileBytes: files.get(id) ?? 0,
  }))
  return stored.toSorted((a, b) => toTotal(b) - toTotal(a) || a.productionId - b.productionId)
}

function toTotal({ originalBytes, derivedBytes, fileBytes }: ProductionStorage): number {
  return originalBytes + derivedBytes + fileBytes
}
