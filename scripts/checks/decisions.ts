/** The decision records of docs/adr: each has a number, a title and a status. */

const fileName = /\/(\d{4})-[a-z\d-]+\.md$/
const status = /^Status: (?:accepted(?:, replaced in part by (\d+(?:, \d+)*))?|replaced by (\d+))$/
const citation = /\badr\/(\d{4})\b/g

interface Decision {
  readonly file: string
  readonly isReplaced: boolean
  readonly successors: readonly number[]
}

/** One line for each violation; `records` and `sources` are texts by their files. */
export function findDecisionViolations(
  records: ReadonlyMap<string, string>,
  sources: ReadonlyMap<string, string> = new Map(),
): string[] {
  const violations: string[] = []
  const decisions = new Map<number, Decision>()
  for (const [file, text] of records) {
    const number = Number(fileName.exec(file)?.[1])
    const [title = '', , line = ''] = text.split('\n')
    if (!number) {
      violations.push(`${file}: the name must be NNNN-words.md`)
      continue
    }
    const other = decisions.get(number)
    if (other) violations.push(`${file}: ${other.file} has this number already; use a new one`)
    if (!title.startsWith(`# ${number}. `)) violations.push(`${file}:1: the title must begin with "# ${number}. "`)
    const found = status.exec(line)
    if (!found) violations.push(`${file}:3: write "Status: accepted" or "Status: replaced by <number>"`)
    const successors = (found?.[1] ?? found?.[2] ?? '').split(', ').filter(Boolean).map(Number)
    decisions.set(number, { file, isReplaced: found?.[2] !== undefined, successors })
  }
  for (const [number, { file, successors }] of decisions) {
    for (const successor of successors) {
      if (successor <= number || !decisions.has(successor))
        violations.push(`${file}:3: ${successor} is no later decision; name the one that replaces it`)
    }
  }
  for (const [file, text] of sources) {
    for (const [index, line] of text.split('\n').entries()) {
      for (const [cited, number] of line.matchAll(citation)) {
        const decision = decisions.get(Number(number))
        if (!decision) violations.push(`${file}:${index + 1}: ${cited} is no decision; cite one that is`)
        else if (decision.isReplaced) {
          violations.push(`${file}:${index + 1}: ${cited} is replaced; cite ${decision.successors.join()} instead`)
        }
      }
    }
  }
  return violations
}
