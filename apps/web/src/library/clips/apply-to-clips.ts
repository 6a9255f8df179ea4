import { isCutOff, toMessage } from '../../platform/reading/api.ts'

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

/** Changes clips one by one, some at the same time; one that is refused stops none of the others. Throws without a connection. */
export async function applyToClips(
  ids: readonly number[],
  change: (id: number, isLast: boolean) => Promise<unknown>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<Applied> {
  const refusals = new Map<string, number>()
  const refused: number[] = []
  let next = 0
  let done = 0
  const work = async () => {
    while (next < ids.length && !signal.aborted) {
      const place = next++
      const id = ids[place] ?? 0
      try {
        await change(id, place === ids.length - 1)
        done += 1
      } catch (error) {
        if (isCutOff(error)) throw error
        refused.push(id)
        const reason = toMessage(error)
        refusals.set(reason, (refusals.get(reason) ?? 0) + 1)
      }
      onProgress(done)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { done, refusals, refused }
}
