import { api, isCutOff, toMessage } from '../../../platform/reading/api.ts'
import { tellProgress } from '../progress.ts'

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

/** Counts what becomes of clips, and reports how far the change is. */
export class Tally implements Applied {
  done = 0
  readonly refusals = new Map<string, number>()
  readonly refused: number[] = []
  readonly #count: number

  constructor(count: number) {
    this.#count = count
    tellProgress(0, count)
  }

  add(): void {
    this.done += 1
    tellProgress(this.done + this.refused.length, this.#count)
  }

  /** Throws what is no refusal: that there is no connection. */
  refuse(id: number, error: unknown): void {
    if (isCutOff(error)) throw error
    const reason = toMessage(error)
    this.refused.push(id)
    this.refusals.set(reason, (this.refusals.get(reason) ?? 0) + 1)
    tellProgress(this.done + this.refused.length, this.#count)
  }

  /** To be called when nothing more is done, whatever the reason. */
  end(): void {
    tellProgress(this.#count, this.#count)
  }
}

/** Takes a step for each, some at the same time; what is refused stops none of the others. */
export async function forEachClip(
  ids: readonly number[],
  tally: Tally,
  step: (id: number) => Promise<void>,
): Promise<void> {
  const rest = ids.values()
  const work = async () => {
    for (const id of rest) await step(id).catch(error => tally.refuse(id, error))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** Changes clips one by one; at the end searches find what was changed. Throws without a connection. */
export async function applyToClips(
  prId: number,
  ids: readonly number[],
  change: (id: number) => Promise<unknown>,
): Promise<Applied> {
  const tally = new Tally(ids.length)
  try {
    await forEachClip(ids, tally, async id => {
      await change(id)
      tally.add()
    })
    if (tally.done > 0) {
      const query = { waitForIndex: true }
      await api.annotations.patchMediaObjectAnnotations({ prId, body: { changes: [] }, query })
    }
  } finally {
    tally.end()
  }
  return tally
}
