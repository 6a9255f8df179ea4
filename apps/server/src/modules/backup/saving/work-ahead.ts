/** The wait for one disk is the other's time. */
const mostAtOnce = 4

/** Does something with items as they come, several at a time, and gives what became of each in their order. */
export async function* workAhead<Item, Result>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const pending: Promise<Result>[] = []
  try {
    for await (const item of items) {
      const result = work(item)
      // It is reported in its turn; until then nobody waits for it, and a failure would end the process.
      result.catch(() => {})
      pending.push(result)
      if (pending.length >= mostAtOnce) yield await pending.shift()!
    }
    while (pending.length > 0) yield await pending.shift()!
  } finally {
    await Promise.allSettled(pending)
  }
}
