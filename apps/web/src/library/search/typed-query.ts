/** What people type into the search, as a query of the service. Pure. */

/** A field as the index names it, and what people may call it. */
export interface SearchField {
  readonly name: string
  readonly labels: readonly string[]
}

const operators = new Set(['AND', 'OR', 'NOT', '&&', '||'])

/** Fields by their labels (`scene:12`), plain words by their beginnings, all of which have to be there. */
export function toQuery(typed: string, fields: readonly SearchField[]): string {
  const named = resolveFields(typed.trim(), fields)
  return isPlain(named) ? toBeginnings(named) : named
}

/** The query with the names of the index instead of labels; what is in quotation marks stays. */
export function resolveFields(typed: string, fields: readonly SearchField[]): string {
  const names = fields
    .flatMap(({ name, labels }) => labels.map(label => [label, name] as const))
    .sort(([one], [other]) => other.length - one.length)
  let query = ''
  let isQuoted = false
  for (let at = 0; at < typed.length; ) {
    const isStart = at === 0 || /[\s(+!-]/.test(typed[at - 1] ?? '')
    const rest = typed.slice(at).toLowerCase()
    const found = isStart && !isQuoted ? names.find(([label]) => rest.startsWith(`${label.toLowerCase()}:`)) : undefined
    if (found) {
      query += `${escapeName(found[1])}:`
      at += found[0].length + 1
      continue
    }
    if (typed[at] === '"' && typed[at - 1] !== '\\') isQuoted = !isQuoted
    query += typed[at]
    at += 1
  }
  return query
}

/** The beginning of a field's name that is being typed at the end, and the fields that it may become. */
export function completeField(
  typed: string,
  fields: readonly SearchField[],
): { readonly before: string; readonly offers: readonly string[] } | undefined {
  const [, before = '', begun = ''] = /^(|.*[\s(])([\p{L}\p{N}_]{2,})$/u.exec(typed) ?? []
  if (begun === '') return undefined
  const labels = fields.flatMap(({ labels }) => labels[0] ?? [])
  const offers = labels.filter(label => label.toLowerCase().startsWith(begun.toLowerCase())).slice(0, 5)
  return offers.length === 0 ? undefined : { before, offers }
}

/** Words and phrases alone, without anything of the query language. */
export function isPlain(query: string): boolean {
  const parts = split(query)
  return parts.every(part => isPhrase(part) || (isWord(part) && !operators.has(part)))
}

/** The words of a plain query, for a search that forgives mistakes; nothing where it has none. */
export function toForgiving(query: string): string | undefined {
  const words = split(query).filter(part => isWord(part) && part.length > 3)
  return isPlain(query) && words.length > 0 ? words.map(word => `${escapeWord(word)}~`).join(' ') : undefined
}

function toBeginnings(query: string): string {
  return split(query)
    .map(part => (isPhrase(part) ? `+${part}` : `+${escapeWord(part)}*`))
    .join(' ')
}

function split(query: string): string[] {
  return query.match(/"[^"]*"|[^\s"]+/g) ?? []
}

function isPhrase(part: string): boolean {
  return /^"[^"]+"$/.test(part)
}

/** Signs that the language reads make it a query; those within words do not. */
function isWord(part: string): boolean {
  return /^[\p{L}\p{N}_]([\p{L}\p{M}\p{N}_.'’&-]*[\p{L}\p{M}\p{N}_])?$/u.test(part)
}

function escapeWord(word: string): string {
  return word.replaceAll(/[^\p{L}\p{M}\p{N}_]/gu, '\\$&')
}

export function escapeName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}_.-]/gu, '\\$&')
}
