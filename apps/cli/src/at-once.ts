import { CommandError, type Failure, toCommandError } from './errors/errors.ts'
import { toText } from './terminal/terminal.ts'

/** Does something for each item, so many at once, until all are done; what fails is reported and does not stop the rest. */
export async function doAtOnce<Item, Result>(
  items: readonly Item[],
  jobs: number,
  toName: (item: Item) => string,
  work: (item: Item) => Promise<Result>,
  { signal, tell }: { signal: AbortSignal; tell: (line: string) => void },
): Promise<{ results: Result[]; failures: CommandError[] }> {
  const results = new Map<number, Result>()
  const failures: CommandError[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) {
      if (signal.aborted) return
      try {
        results.set(index, await work(item))
      } catch (error) {
        const failure = await toCommandError(error, signal)
        failures.push(failure)
        if (items.length > 1 && !signal.aborted) tell(`${toText(toName(item))}: ${failure.message}`)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker))
  return { results: items.flatMap((_item, index) => (results.has(index) ? [results.get(index)!] : [])), failures }
}

/** The one error for what failed of several; nothing when nothing did. */
export function sumUp(failures: readonly CommandError[], count: number, what: string): CommandError | undefined {
  const [first] = failures
  if (!first || count === 1) return first
  const kinds = new Set<Failure>(failures.map(({ failure }) => failure))
  const kind = kinds.has('interrupted') ? 'interrupted' : kinds.size === 1 ? first.failure : 'failed'
  return new CommandError(kind, `${failures.length} of ${count} ${what} failed`, first.advice)
}
