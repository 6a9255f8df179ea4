import type { AvailableEngine, Page } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import type { OperatorEngines } from './operator.ts'
import { getSpeechSettings } from './resolve.ts'
import { listAvailable } from './settings.ts'

/** The engines that requests of a production may name. */
export async function listSpeechEngines(
  ctx: Context,
  productionId: number,
  service: OperatorEngines,
): Promise<Page<AvailableEngine>> {
  const items = listAvailable(await getSpeechSettings(ctx, productionId, service))
  return { items, offset: 0, total: items.length }
}
