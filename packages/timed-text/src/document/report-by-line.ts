import type { Report } from './diagnostics.ts'

/** Reports by offsets in a text as reports by its lines, which are looked for once there is a report. */
export function reportByLine(text: string, report: Report): Report {
  let ends: number[] | undefined
  return (code, severity, message, at) => {
    if (at === undefined) {
      report(code, severity, message)
      return
    }
    ends ??= listLineEnds(text)
    report(code, severity, message, countBelow(ends, at) + 1)
  }
}

function listLineEnds(text: string): number[] {
  const ends: number[] = []
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) ends.push(end)
  return ends
}

/** How many of ascending numbers are below a limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}
