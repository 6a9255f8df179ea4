import type { Platform, Transaction } from '../../../platform/context.ts'
import { createMemory } from '../../../platform/flow/memory.ts'
import { findStanding, type Standing } from './store.ts'

const standings = createMemory<Standing>()

/** How a user stands to a production, for the gate of every request (productions-16). */
export function recallStanding(
  platform: Platform,
  productionId: number,
  userId: number,
): Promise<Standing | undefined> {
  return standings.recall(platform, `${productionId}/${userId}`, () =>
    findStanding(platform.database, productionId, userId),
  )
}

/** To be called where a standing changes: team, roles, the life of a production. */
export function forgetStandings(ctx: Transaction): void {
  standings.forget(ctx)
}
