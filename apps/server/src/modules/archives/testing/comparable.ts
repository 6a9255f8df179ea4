/** Members that say where something is, which process wrote it, or how long a search took. */
const elsewhere: ReadonlySet<string> = new Set([
  'accountId',
  'accountName',
  'accountUserId',
  'createdBy',
  'creatorName',
  'elapsedTime',
  'modifiedBy',
  'responseHeader',
  'score',
  'token',
])

/** What is called how, and where. */
interface Place {
  readonly names: ReadonlyMap<number, string>
  readonly baseUrl: string
}

/** An answer with names instead of ids and addresses; lists of things in an order that does not hang on ids. */
export function toComparable(value: unknown, place: Place, key = '', isField = false): unknown {
  if (typeof value === 'number') return isIdKey(key) ? toName(value, place) : toFieldName(value, place, isField)
  if (typeof value === 'string') return toPlainText(value, place, key)
  if (Array.isArray(value)) return toList(value, place, key, isField)
  if (typeof value !== 'object' || value === null) return value
  const isSearch = 'objectType' in value && value.objectType === 'SavedSearch'
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (elsewhere.has(name) || (isSearch && name === 'creatorId')) return []
    if (name === 'creatorId' && !place.names.has(Number(member))) return []
    const isBelowField = isField || name === 'customFields' || name.startsWith('customFields.')
    return [[toPlainText(name, place, ''), toComparable(member, place, name, isBelowField)]]
  })
  return Object.fromEntries(members)
}

function toList(values: readonly unknown[], place: Place, key: string, isField: boolean): unknown[] {
  const known = ['mentionIds', 'openMentionIds'].includes(key)
    ? values.filter(id => place.names.has(Number(id)))
    : values
  const list = known.map(value => toComparable(value, place, key, isField))
  const isFound = key === 'items' || key === 'results'
  return isFound ? list.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))) : list
}

function isIdKey(key: string): boolean {
  return /(?:^id|Ids?|^reviewer|^submitter)$/.test(key)
}

function toName(id: number, { names }: Place): string {
  return names.get(id) ?? 'something outside'
}

/** A number in a custom field may name something. */
function toFieldName(value: number, { names }: Place, isField: boolean): unknown {
  return isField ? (names.get(value) ?? value) : value
}

function toPlainText(text: string, place: Place, key: string): string {
  const named = (id: string) => place.names.get(Number(id)) ?? id
  if (/^\d+$/.test(text) && (isIdKey(key) || key === 'thesaurus' || key === 'threadGroupId_s_nm_d')) return named(text)
  return text
    .replaceAll(place.baseUrl, 'http://here')
    .replaceAll(/(http:\/\/here\S*?)\?\S*/g, '$1')
    .replaceAll(/\/(\d+)/g, (_match, id) => `/${named(id)}`)
    .replaceAll(/@\{(\d+),([^}]*)\}/g, (_match, id, name) =>
      place.names.has(Number(id)) ? `@{${named(id)},${name}}` : `@${name}`,
    )
    .replaceAll(/(Id:\(?|^)(\d+)(?=-\d+$|$|\s\d|\))/g, (_match, before, id) => before + named(id))
    .replaceAll(/ (\d+)(?=\))/g, (_match, id) => ` ${named(id)}`)
}
