import type { Platform, Transaction } from '../platform/context.ts'
import { findStanding, type Standing } from './production-store.ts'

/** Standings that this process has read, and the number of changes it has made to any. */
interface Memory {
  readonly standings: Map<string, Standing>
  changes: number
}

const mostStandings = 10_000
const memories = new WeakMap<Platform, Memory>()

function getMemory(platform: Platform): Memory {
  const known = memories.get(platform) ?? { standings: new Map(), changes: 0 }
  memories.set(platform, known)
  return known
}

/**
 * How a user stands to a production, for the gate of every request. A process that is alone on its database remembers
 * it; others ask the database each time, since "a change of rights holds from the next request", wherever that arrives.
 */
export async function recallStanding(
  platform: Platform,
  productionId: number,
  userId: number,
): Promise<Standing | undefined> {
  if (!platform.isAlone) return findStanding(platform.database, productionId, userId)
  const memory = getMemory(platform)
  const key = `${productionId}/${userId}`
  const known = memory.standings.get(key)
  if (known) return known
  const { changes } = memory
  const standing = await findStanding(platform.database, productionId, userId)
  // What was read before a change may be what it was before it.
  if (standing && memory.changes === changes) {
    if (memory.standings.size >= mostStandings) memory.standings.clear()
    memory.standings.set(key, standing)
  }
  return standing
}

/** Forgets all standings once this transaction, which changes one, is committed. */
export function forgetStandings(ctx: Transaction): void {
  ctx.afterCommit(() => {
    const memory = getMemory(ctx.platform)
    memory.changes++
    memory.standings.clear()
  })
}
