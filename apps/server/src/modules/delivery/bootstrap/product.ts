/** What a planning system says of a product: read out of a posted event, under the names of the account. Pure. */

import { assertFieldName, below, FieldFault, isObject } from '../../form-fields/index.ts'

/** What the event asks for. */
export interface Order {
  readonly product: Product
  /** A series above the product. */
  readonly parent: Item | undefined
  readonly episodes: readonly Item[]
  readonly templateGroupHandle: string | undefined
  readonly volumeAccessHandle: string | undefined
  readonly supplierEmail: string | undefined
}

/** A series, a season or an episode. */
export interface Item {
  readonly kind: 'Series' | 'Season' | 'Episode'
  readonly reference: string
  readonly title: string | undefined
  /** Its place among its siblings, when that is given. */
  readonly index: number | undefined
  /** Its other properties, as custom fields are stored. */
  readonly customFields: Readonly<Record<string, unknown>>
}
type Product = Item & { readonly title: string }

/** The names of the interface, and what the account calls them. */
export type PropertyNames = ReadonlyMap<string, string>

const mostEpisodes = 1000
const mostProperties = 200
const longestText = 500
/** Properties that say where something stands rather than what it is like. */
const structural = ['title', 'episodes', 'parentSerie']

/**
 * The account setting `deliveryWorkspacePropertyNames`: what is called otherwise than the interface calls it, as in
 * `{"title": "workTitle"}`. Throws FieldFault.
 */
export function readPropertyNames(setting: unknown): PropertyNames {
  if (setting === undefined) return new Map()
  if (!isObject(setting)) throw new FieldFault('must be an object')
  const entries = Object.entries(setting)
  if (entries.length > mostProperties) throw new FieldFault(`has more than ${mostProperties} members`)
  return new Map(entries.map(([name, own]) => [name, below([name], () => readText(own))]))
}

/** Reads the `object` of the event. Throws FieldFault with the path of what is wrong in it. */
export function readOrder(object: unknown, names: PropertyNames): Order {
  if (!isObject(object)) throw new FieldFault('is needed')
  const read = <T>(from: Record<string, unknown>, name: string, as: (value: unknown) => T) =>
    readMember(from, names, name, as)
  const handles = {
    templateGroupHandle: read(object, 'deliveryRequestTemplateGroupHandle', readText),
    volumeAccessHandle: read(object, 'volumeAccessHandle', readText),
    supplierEmail: read(object, 'supplierEmail', readText),
  }
  const path = names.get('product') ?? 'product'
  const sent = member(object, path)
  return below([path], () => {
    if (!isObject(sent)) throw new FieldFault('is needed')
    const parent = read(sent, 'parentSerie', value => readItem(value, 'Series', names, 'title'))
    const isSeason = parent !== undefined || read(sent, 'seasonNumber', value => value) !== undefined
    const product = readItem(sent, isSeason ? 'Season' : 'Series', names)
    const { title } = product
    if (title === undefined) throw new FieldFault('is needed', [names.get('title') ?? 'title'])
    const episodes = read(sent, 'episodes', value => readEpisodes(value, names)) ?? []
    return { ...handles, product: { ...product, title }, parent, episodes }
  })
}

function readEpisodes(sent: unknown, names: PropertyNames): Item[] {
  if (!Array.isArray(sent)) throw new FieldFault('must be a list')
  if (sent.length > mostEpisodes) throw new FieldFault(`has more than ${mostEpisodes} episodes`)
  const references = new Set<string>()
  return sent.map((value, place) =>
    below([String(place)], () => {
      const episode = readItem(value, 'Episode', names)
      if (references.has(episode.reference)) {
        throw new FieldFault('is that of another episode, too', [names.get('externalReference') ?? 'externalReference'])
      }
      references.add(episode.reference)
      return episode
    }),
  )
}

/** `fallback` names the property that is used instead of a reference. */
function readItem(sent: unknown, kind: Item['kind'], names: PropertyNames, fallback?: string): Item {
  if (!isObject(sent)) throw new FieldFault('must be an object')
  const referenceName = 'externalReference'
  const reference =
    readMember(sent, names, referenceName, readText) ??
    (fallback === undefined ? undefined : readMember(sent, names, fallback, readText))
  if (reference === undefined) throw new FieldFault('is needed', [names.get(referenceName) ?? referenceName])
  return {
    kind,
    reference,
    title: readMember(sent, names, 'title', readText),
    index: kind === 'Episode' ? readMember(sent, names, 'episodeNumber', readIndex) : undefined,
    customFields: toCustomFields(sent, names),
  }
}

const durationPattern = /^\d{2}:[0-5]\d:[0-5]\d\.\d{3}$/

function readDuration(value: unknown): string {
  if (typeof value !== 'string' || !durationPattern.test(value)) {
    throw new FieldFault('must be a text of the form hh:mm:ss.mmm, as in 00:52:00.000')
  }
  return value
}

/** Properties whose types the interface names. */
const readers = new Map<string, (value: unknown) => unknown>([
  ['expectedNrOfEpisodes', readIndex],
  ['seasonNumber', readIndex],
  ['expectedDuration', readDuration],
])

/** A member under the account's name for it; nothing where it is absent, null or empty. */
function readMember<T>(
  from: Record<string, unknown>,
  names: PropertyNames,
  name: string,
  as: (value: unknown) => T,
): T | undefined {
  const own = names.get(name) ?? name
  const value = member(from, own)
  return value === undefined || value === null || isBlank(value) ? undefined : below([own], () => as(value))
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

function member(from: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(from, name) ? from[name] : undefined
}

/** References may be numbers elsewhere. */
function readText(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') throw new FieldFault('must be a text')
  if (text.length > longestText) throw new FieldFault(`must not be longer than ${longestText} characters`)
  return text.trim()
}

function readIndex(value: unknown): number {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || Math.abs(number) > 1_000_000_000) {
    throw new FieldFault('must be an integer')
  }
  return number
}

function toCustomFields(sent: Record<string, unknown>, names: PropertyNames): Record<string, unknown> {
  const known = new Map([...names].map(([name, own]) => [own, name]))
  const entries = Object.entries(sent)
  if (entries.length > mostProperties) throw new FieldFault(`has more than ${mostProperties} properties`)
  return Object.fromEntries(
    entries.flatMap(([own, value]) => {
      const name = known.get(own) ?? own
      assertFieldName(name)
      if (value === null || structural.includes(name)) return []
      const read = readers.get(name)
      if (read && isBlank(value)) return []
      return [[name, toStored(name, read ? below([own], () => read(value)) : value)]]
    }),
  )
}

/** The stored shape of a custom field: "`type`, `label`, `multiValued`, `values` (list), and in some payloads `value`". */
function toStored(label: string, value: unknown) {
  const isList = Array.isArray(value)
  const values = isList ? value : [value]
  if (values.length > 1000) throw new FieldFault('has more than 1000 values', [label])
  return {
    type: toType(values),
    label,
    multiValued: isList,
    values,
    ...(values.length > 0 ? { value: values[0] } : {}),
  }
}

function toType(values: readonly unknown[]): string {
  if (values.every(value => typeof value === 'string')) {
    return values.some(value => value.length > 10_000) ? 'TEXT' : 'STRING'
  }
  if (values.every(value => typeof value === 'boolean')) return 'BOOLEAN'
  if (!values.every(value => typeof value === 'number')) return 'JSON'
  if (!values.every(Number.isInteger)) return 'DOUBLE'
  return values.every(value => Math.abs(value) < 2 ** 31) ? 'INTEGER' : 'LONG'
}
