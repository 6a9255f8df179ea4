import { isCutOff, toMessage } from '../../platform/reading/api.ts'
import { tellProgress } from '../writes/progress.ts'

/** At once: more would not be quicker, and others want to be served too. */
const atOnce = 4

/** What became of a change of many clips. */
export interface Applied {
  readonly done: number
  /** Why clips were refused, and how many for each reason. */
  readonly refusals: ReadonlyMap<string, number>
  /** Ids of the clips that were refused. */
  readonly refused: readonly number[]
}

/**
 * Changes clips one by one, some at the same time, the last one after all others: what waits for the index there waits for
 * all of them. One that is refused stops none of the others. Throws without a connection.
 */
export async function applyToClips(
  ids: readonly number[],
  change: (id: number, isLast: boolean) => Promise<unknown>,
): Promise<Applied> {
  const refusals = new Map<string, number>()
  const refused: number[] = []
  const last = ids.length - 1
  let next = 0
  let done = 0
  const apply = async (place: number) => {
    const id = ids[place] ?? 0
    try {
      await change(id, place === last)
      done += 1
    } catch (error) {
      if (isCutOff(error)) throw error
      refused.push(id)
      const reason = toMessage(error)
      refusals.set(reason, (refusals.get(reason) ?? 0) + 1)
    }
    tellProgress(done + refused.length, ids.length)
  }
  const work = async () => {
    while (next < last) await apply(next++)
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
    if (last >= 0) await apply(last)
  } finally {
    tellProgress(ids.length, ids.length)
  }
  return { done, refusals, refused }
}
