/** The rules of docs/interface, and the tests and comments that cite them. */

export interface RuleInput {
  /** Text of each page of docs/interface by its file. */
  readonly pages: ReadonlyMap<string, string>
  /** Text of each source file. */
  readonly sources: ReadonlyMap<string, string>
  /** What at least one rule must name, such as `GET /production` or `Media.create`. */
  readonly names: readonly string[]
  /** Ids of endpoints: tests call them, or cite them where they use bare HTTP. */
  readonly endpoints: readonly string[]
  /** Types of events that tests name. */
  readonly events: readonly string[]
  /** Rules that no test cites yet; the list only gets shorter. */
  readonly exceptions: readonly string[]
}

const declaration = /^<a id="([^"]*)"><\/a>\*\*([^*]*)\*\* /
const commentOf = /^\s*(?:\/\*\*?|\*)(.*)|(?:^|\s)\/\/ (.*)/

/** One line for each violation, which names its place and what to do. */
export function findRuleViolations({ pages, sources, names, endpoints, events, exceptions }: RuleInput): string[] {
  const violations: string[] = []
  const rules = new Map<string, string>()
  for (const [file, text] of pages) {
    const page = toPageName(file)
    for (const [index, line] of text.split('\n').entries()) {
      const found = declaration.exec(line)
      if (!found) continue
      const [, id = '', label] = found
      const place = `${file}:${index + 1}`
      if (label !== id) violations.push(`${place}: the anchor is ${id}, the label ${label}; make them the same`)
      if (!new RegExp(`^${page}-[1-9][0-9]*$`).test(id)) violations.push(`${place}: ${id} must be ${page}-<number>`)
      const other = rules.get(id)
      if (other !== undefined) violations.push(`${place}: ${id} is defined in ${other} already; use a new number`)
      rules.set(id, place)
    }
  }

  const pageNames = [...pages.keys()].map(toPageName)
  const citation = new RegExp(`(?<![\\w/.-])(?:${pageNames.join('|')})-\\d+(?![\\w-])`, 'g')
  const tested = new Set<string>()
  for (const [file, text] of [...sources, ...pages]) {
    for (const [index, line] of text.split('\n').entries()) {
      const comment = commentOf.exec(line)
      const cited = pages.has(file) ? line : (comment?.[1] ?? comment?.[2] ?? '')
      for (const [id] of cited.matchAll(citation)) {
        if (!rules.has(id))
          violations.push(`${file}:${index + 1}: ${id} is no rule of docs/interface; cite one that is`)
        if (file.endsWith('.test.ts')) tested.add(id)
      }
    }
  }
  for (const [id, place] of rules) {
    if (!tested.has(id) && !exceptions.includes(id)) {
      violations.push(`${place}: no test cites ${id}; write \`// ${id}\` above the test that shows it`)
    }
  }
  for (const id of exceptions) {
    if (tested.has(id) || !rules.has(id))
      violations.push(`scripts/documents/check-rules.ts: ${id} is no exception any more; remove it`)
  }

  const statements = [...pages.values()].join('\n')
  for (const name of names) {
    if (!statements.includes(`\`${name}\``)) violations.push(`docs/interface: no rule names ${name}; add one`)
  }
  return [...violations, ...findUntested(sources, endpoints, events)]
}

function findUntested(
  sources: ReadonlyMap<string, string>,
  endpoints: readonly string[],
  events: readonly string[],
): string[] {
  const called = new Set<string>()
  const texts = new Set<string>()
  for (const [file, text] of sources) {
    if (!file.endsWith('.test.ts')) continue
    for (const [, id = ''] of text.matchAll(/\.(\w+)\b/g)) called.add(id)
    for (const [, name = ''] of text.matchAll(/['"`]([A-Za-z.]+)['"`]/g)) texts.add(name)
    for (const [, comment = ''] of text.matchAll(/^\s*\/\/ (.*)$/gm)) {
      for (const word of comment.split(', ')) called.add(word)
    }
  }
  return [
    ...endpoints
      .filter(id => !called.has(id))
      .map(id => `packages/contract: no test calls ${id}; write one, or \`// ${id}\` above one that uses bare HTTP`),
    ...events
      .filter(type => !texts.has(type))
      .map(type => `packages/contract: no test names the event ${type}; write one`),
  ]
}

function toPageName(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.md$/, '')
}
