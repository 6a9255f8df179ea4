/**
 * Writes items, all or none; gives one result for each, in their order. A promise stands for an item that takes longer
 * than the others, who do not wait for it.
 */
type Write<Item, Result> = (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result | Promise<Result>) => void
  readonly reject: (error: unknown) => void
}

const largestBatch = 100

/**
 * Gathers what is asked for while an earlier batch is being written, and writes it together: one statement and one
 * commit for all of them (two batches at a time were slower: they are half as large). Nothing waits for company; alone, an item is written at once. When a batch fails, its
 * items are written one by one, so that each has its own outcome.
 */
export function createBatches<Item, Result>(write: Write<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isBusy = false

  async function drain(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) await settle(waiting.splice(0, largestBatch))
    isBusy = false
  }

  async function settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      else for (const each of batch) await settle([each])
    }
  }

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isBusy) void drain()
    })
}
