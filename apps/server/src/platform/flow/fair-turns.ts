/** Runs pieces of work one at a time. */
export type FairTurns = <T>(caller: number, work: () => Promise<T>) => Promise<T>

/** Large answers take turns, so that one caller cannot take the whole process. */
export interface AnswerTurns {
  /** One batch of rows. */
  readonly batches: FairTurns
  /** One file that is written whole. */
  readonly files: FairTurns
}

export function createAnswerTurns(): AnswerTurns {
  return { batches: createFairTurns(), files: createFairTurns() }
}

/**
 * Callers who wait are served in turns, however many pieces each of them has waiting. While anybody waits, each piece is
 * followed by a pause as long as the piece took, so that the work never takes more than half of the process.
 */
function createFairTurns(): FairTurns {
  /** Whose turn is next comes first. */
  const waiting = new Map<number, (() => void)[]>()
  let isBusy = false

  function startNext(): void {
    const [next] = waiting
    if (!next) {
      isBusy = false
      return
    }
    const [caller, [start, ...others]] = next
    waiting.delete(caller)
    if (others.length > 0) waiting.set(caller, others)
    start?.()
  }

  return async (caller, work) => {
    if (isBusy) {
      await new Promise<void>(resolve => {
        waiting.set(caller, [...(waiting.get(caller) ?? []), resolve])
      })
    }
    isBusy = true
    const begun = performance.now()
    try {
      return await work()
    } finally {
      if (waiting.size === 0) startNext()
      else setTimeout(startNext, performance.now() - begun)
    }
  }
}
