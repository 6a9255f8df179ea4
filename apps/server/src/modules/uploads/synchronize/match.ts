/** Which clip of the production a request means (uploads-41). */

import { brokenRule, type MediaObjectRequest, ServiceError, type SynchronizeConfiguration } from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import type { TextMatch, TextMatchType } from '../../../platform/text/text-match.ts'
import { findClipIdsByLanguage, findClipIdsByMember } from '../../annotations/index.ts'
import { findMediaObjectIds } from '../../media/index.ts'
import { findClipIdsByHash } from '../store.ts'

/** A clip must have the text, compared so, in this property. */
interface Property {
  readonly name: string
  readonly match: TextMatch
}

/** All properties of a criterion must match. */
type Criterion = readonly Property[]

/** Members of a request that are columns of a clip. */
const columns = { name: 'name', umid: 'umid', type: 'type', fileName: 'file_name' } as const
/** Members that its annotation keeps under their own names. */
const members = ['description', 'label', 'origin', 'source', 'loggingStatus']
/** Objects of its annotation that a dotted name reaches into. */
const objects = ['customFields', 'clipMetadata']

/**
 * The clip that the request means; nothing when it means a new one. Throws ConflictError where several match and the
 * request says `failOnMultipleMatches`; else the oldest is meant.
 */
export async function findMeantClip(
  ctx: Transaction,
  productionId: number,
  request: MediaObjectRequest,
  path: string,
): Promise<number | undefined> {
  const found = new Set<number>()
  for (const criterion of listCriteria(request, path)) {
    for (const id of await findMatching(ctx, productionId, criterion)) found.add(id)
  }
  const ids = [...found].sort((a, b) => a - b)
  const { failOnMultipleMatches = false } = request.synchronizeOptions?.clip?.options ?? {}
  if (failOnMultipleMatches && ids.length > 1) {
    throw new ServiceError('ConflictError', `${ids.length} clips match`, { mediaObjectIds: ids.slice(0, 100) })
  }
  return ids[0]
}

/** Criteria are alternatives; one that names something the request does not hold matches nothing. */
function listCriteria(request: MediaObjectRequest, path: string): Criterion[] {
  switch (request.resolveMethod) {
    case 'NAME':
      return toCriteria(request, [{ properties: ['name'] }], path)
    case 'FINGERPRINT':
    case 'FINGERPRINT_2':
      if (request.hash === undefined) throw brokenRule(`${path}/hash`, 'is needed to find a clip by its fingerprint')
      return toCriteria(request, [{ properties: ['hash'] }], path)
    default:
      return toCriteria(request, request.synchronizeOptions?.clip?.matchingCriteria ?? [], path)
  }
}

function toCriteria(
  request: MediaObjectRequest,
  criteria: NonNullable<SynchronizeConfiguration['matchingCriteria']>,
  path: string,
): Criterion[] {
  return criteria.flatMap(({ properties }, index) => {
    const place = `${path}/synchronizeOptions/clip/matchingCriteria/${index}/properties`
    if (properties.length === 0) throw brokenRule(place, 'must name at least one property')
    const read = properties.map((property, at) => {
      const { name, type = 'EXACT' } = typeof property === 'string' ? { name: property } : property
      return toProperty(request, name, type, `${place}/${at}`)
    })
    const known = read.filter(property => property !== undefined)
    return known.length === read.length ? [known] : []
  })
}

function toProperty(
  request: MediaObjectRequest,
  name: string,
  type: TextMatchType,
  place: string,
): Property | undefined {
  const [first = '', ...rest] = name.split('.')
  const isDotted = rest.join('.') !== '' && objects.includes(first)
  const isPlain = Object.hasOwn(columns, name) || members.includes(name) || name === 'hash' || name === 'language'
  if (!isDotted && !isPlain) throw brokenRule(place, `${name} is not a property that clips are found by`)
  const value = readValue(isDotted ? readMember(request, [first, rest.join('.')]) : readMember(request, [name]))
  return value === undefined
    ? undefined
    : { name, match: { value: name === 'hash' ? value.toLowerCase() : value, type } }
}

function readMember(from: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    from,
  )
}

/** A value to compare, also of a custom field in its stored shape; an empty one says nothing. */
function readValue(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const inner = readMember(value, ['value']) ?? readMember(readMember(value, ['values']), ['0'])
  return inner === undefined || typeof inner === 'object' ? undefined : readValue(inner)
}

/** Clips that have every property. */
async function findMatching(ctx: Transaction, productionId: number, criterion: Criterion): Promise<number[]> {
  let found: number[] | undefined
  for (const property of criterion) {
    const ids = new Set(await findByProperty(ctx, productionId, property))
    found = found ? found.filter(id => ids.has(id)) : [...ids]
    if (found.length === 0) return []
  }
  return found ?? []
}

function findByProperty(ctx: Transaction, productionId: number, { name, match }: Property): Promise<number[]> {
  if (Object.hasOwn(columns, name)) {
    return findMediaObjectIds(ctx.db, productionId, columns[name as keyof typeof columns], match)
  }
  if (name === 'hash') return findClipIdsByHash(ctx.db, productionId, match)
  if (name === 'language') return findClipIdsByLanguage(ctx.db, productionId, match)
  const [first = '', ...rest] = name.split('.')
  return findClipIdsByMember(ctx.db, productionId, rest.length > 0 ? [first, rest.join('.')] : [first], match)
}
