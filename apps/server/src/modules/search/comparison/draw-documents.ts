/** Documents by chance, and which of them a scope has: by its description alone, as no engine reads it. */

import fc from 'fast-check'
import type { Restriction, SearchDocument, SearchScope } from '../documents/document.ts'
import { someDocuments } from './random.ts'

const day = 86_400_000
/** What `NOW` is, unless a search says otherwise. */
export const drawnNow = Date.UTC(2026, 0, 1)

/** What the names and tags of documents of other productions begin with: nobody in production 1 may learn of them. */
export const hiddenText = 'secret'
/** The field in which each document has a value that no other has. */
export const ownField = 'own'
export const toOwnValue = (id: number) => `own${id}`

/** The documents that searches are about: some are of other productions, accounts and thesauri. */
export function drawDocuments(seed: number): SearchDocument[] {
  const [drawn = []] = fc.sample(someDocuments, { seed, numRuns: 1 })
  const own = drawn.map(addFields)
  const others = drawn.slice(0, 30).map(({ id, fields }) => ({
    id: 1000 + id,
    kind: 'annotation' as const,
    productionId: 2 + (id % 2),
    accountId: 9,
    fields: { ...fields, name: `${hiddenText}${id}`, tags: [hiddenText], place_s: hiddenText },
  }))
  const collections = own
    .slice(30, 50)
    .map(({ id, fields }) => ({ id: 3000 + id, kind: 'collection' as const, productionId: 1, fields }))
  const terms = drawn.slice(50, 70).map(({ id, fields }) => {
    const isHidden = id % 2 === 1
    const name = isHidden ? `${hiddenText}${id}` : fields.name
    return {
      id: 4000 + id,
      kind: 'thesaurus' as const,
      accountId: 9 - (id % 3),
      fields: {
        ...fields,
        ...(isHidden && { tags: [hiddenText], place_s: hiddenText }),
        name,
        thesaurusId: 21 + (id % 2),
      },
    }
  })
  return [...own, ...others, ...collections, ...terms, ...oddDocuments].map(document => ({
    ...document,
    fields: { ...document.fields, [ownField]: toOwnValue(document.id) },
  }))
}

/** Fields that few documents have, names that are no identifiers, dates, and what shares and clips restrict. */
function addFields(document: SearchDocument): SearchDocument {
  const { id, fields } = document
  const created = id % 6 === 0 ? undefined : drawnNow - (id % 15) * day + (id % 24) * 36e5
  return {
    ...document,
    accountId: id % 3 === 0 ? 9 : undefined,
    fields: {
      ...fields,
      'my field': ['a', 'ab', undefined, 'b c'][id % 4],
      Größe: id % 5 === 0 ? undefined : id % 7,
      created,
      lastUpdated: id % 4 === 0 ? undefined : drawnNow - (id % 9) * 36e5,
      language: ['en', 'nl-BE', undefined, 'fr'][id % 4],
      timecode: id % 10 === 0 ? `10:00:0${id % 7}:12` : undefined,
      // No phrase reaches from one text into the next.
      note_ts: id % 7 === 0 ? ['a b', 'cab dead'] : undefined,
      // A text that looks like a number is another value.
      ...(id % 11 === 0 && { mixed: ['1', '2', '-1'][id % 3] }),
      mediaObjectId: 50 + (id % 3),
      objectType: id % 5 === 0 ? 'MediaObjectAnnotation' : 'ClipAnnotation',
      threadShareId: [7, 8, undefined][id % 3],
      ...(id % 2 === 0 && { attachedEditorialObjectId: [1 + (id % 4)] }),
    },
  }
}

/** Longer than an exact value may be: its end takes no part. */
const longValue = 'cab '.repeat(160)

/** Scripts, characters outside the basic plane, and numbers and texts at their limits. */
const oddDocuments: readonly SearchDocument[] = [
  { description: 'Die Straße nach Köln', name: 'strasse' },
  { description: 'ผมรักภาษาไทยมาก cab' },
  { name: '😀', place_s: 'ﬁn 😀', 'my field': 'é' },
  { name: '～', place_s: '東京 a', 'my field': 'e\u0301' },
  { place_s: `${longValue}a`, mixed: 1e21 },
  { place_s: `${longValue}b`, mixed: 1e-7, half_d: 0.1 },
  { mixed: -0, count_l: 2 ** 53 - 1, half_d: 1.5e300 },
].map((fields, index) => ({ id: 2000 + index, kind: 'annotation', productionId: 1, fields }))

/** Whether a scope has a document. */
export function isInScope(document: SearchDocument, scope: SearchScope): boolean {
  const { productionId, productionIds, accountId, mediaObjectId, kind, restrictTo = [] } = scope
  return (
    [kind].flat().includes(document.kind) &&
    (productionId === undefined || document.productionId === productionId) &&
    (productionIds === undefined || productionIds.some(id => id === document.productionId)) &&
    (accountId === undefined || document.accountId === accountId) &&
    (mediaObjectId === undefined || document.fields.mediaObjectId === mediaObjectId) &&
    [restrictTo].flat().every(restriction => satisfies(document, restriction))
  )
}

function satisfies(document: SearchDocument, restriction: Restriction): boolean {
  if ('anyOf' in restriction) return restriction.anyOf.some(inner => satisfies(document, inner))
  const {
    field,
    values,
    orAbsent = false,
  } = 'field' in restriction
    ? restriction
    : { field: 'attachedEditorialObjectId', values: restriction.attachedEditorialObjectIds }
  const held = [document.fields[field] ?? []].flat()
  return held.length === 0 ? orAbsent : held.some(value => values.map(String).includes(String(value)))
}
