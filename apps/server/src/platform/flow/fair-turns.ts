/** Begins an answer of a caller; gives what runs its pieces, one at a time with those of all others. */
export type FairTurns = (caller: number) => <T>(work: () => Promise<T>) => Promise<T>

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

/** What is read is also parsed and written, which takes about as long again: half of the process stays free. */
const pauseFactor = 2
/** A client or a proxy gives up an answer of which nothing comes. */
const longestWaitMs = 10_000

interface Waiting {
  /** Grows with each answer that begins. */
  readonly answer: number
  readonly since: number
  readonly start: () => void
}

/**
 * Callers who wait are served in turns, however many pieces each of them has waiting. Of one caller, the oldest answer goes
 * first, so that few batches are held at a time; another follows when it has waited long. While anybody waits, each piece
 * is followed by a pause in proportion to the time it took.
 */
function createFairTurns(): FairTurns {
  /** Whose turn is next comes first. */
  const waiting = new Map<number, Waiting[]>()
  let isBusy = false
  let answers = 0

  function startNext(): void {
    const [next] = waiting
    if (!next) {
      isBusy = false
      return
    }
    const [caller, own] = next
    const first = chooseFirst(own)
    const others = own.filter(one => one !== first)
    waiting.delete(caller)
    if (others.length > 0) waiting.set(caller, others)
    first.start()
  }

  async function run<T>(caller: number, answer: number, work: () => Promise<T>): Promise<T> {
    if (isBusy) {
      await new Promise<void>(start => {
        const own = waiting.get(caller) ?? []
        waiting.set(caller, [...own, { answer, since: performance.now(), start }])
      })
    }
    isBusy = true
    const begun = performance.now()
    try {
      return await work()
    } finally {
      if (waiting.size === 0) startNext()
      else setTimeout(startNext, pauseFactor * (performance.now() - begun))
    }
  }

  return caller => {
    const answer = answers++
    return work => run(caller, answer, work)
  }
}

/** Of those that wait in the order they came. */
function chooseFirst(own: readonly Waiting[]): Waiting {
  const [longest] = own
  if (longest && performance.now() - longest.since > longestWaitMs) return longest
  return own.reduce((first, one) => (one.answer < first.answer ? one : first))
}
