/** Documents as Solr holds them. */

import type { SearchDocument } from '../../documents/document.ts'
import { listFields, maxIndexedName, toBody, toStorable } from '../../documents/flatten.ts'
import { findColumn, isAnalysed, isInDefaultField, isKnownSortField, toIndexedText } from '../../documents/schema.ts'
import { toWords } from '../../documents/words.ts'
import { toField, toValue } from './fields.ts'

type Member = string | number | boolean
export type IndexedFields = Record<string, string | number | string[] | number[]>

/** A document with the version under which it is written. */
export function toIndexedFields(document: SearchDocument, version: number): IndexedFields {
  const { id, kind, productionId, accountId } = document
  const fields = listFields({ ...document.fields, id, productionId, accountId })
  const body = toBody(document, fields)
  const indexed: IndexedFields = { id: String(id), version, kind, body: JSON.stringify(body) }
  const present: string[] = []
  const lists: string[] = []
  const pieces: string[] = []
  let length = 0
  const readPiece = (text: string): string => {
    const words = toWords(text)
    length += words.length
    return words.join(' ')
  }
  for (const [field, given] of fields) {
    const isList = typeof given === 'object'
    const all: readonly Member[] = isList ? given : [given]
    const hasIndexedName = field.length <= maxIndexedName
    const isText = isAnalysed(field)
    if (isInDefaultField(field)) {
      const words = all.map(text => readPiece(String(text)))
      pieces.push(...words)
      if (isText && hasIndexedName) indexed[toField('w', field)] = words
    }
    if (!hasIndexedName) continue
    if (findColumn(field) !== undefined) {
      const [number] = all
      if (typeof number === 'number' && Number.isSafeInteger(number)) addValues(indexed, field, [number])
      continue
    }
    present.push(field)
    if (isText) continue
    if (isList) lists.push(field)
    addValues(indexed, field, all)
  }
  for (const text of document.text ?? []) pieces.push(readPiece(text))
  addOrders(indexed, body)
  return { ...indexed, present, lists, words: pieces, length }
}

function addValues(indexed: IndexedFields, field: string, values: readonly Member[]): void {
  const texts = values.map(value => toValue(typeof value === 'string' ? toStorable(value) : value))
  indexed[toField('v', field)] = [...new Set(texts)]
  const numbers = values.filter(value => typeof value === 'number' && Number.isFinite(value))
  if (numbers.length > 0) indexed[toField('n', field)] = numbers as number[]
}

/** What orders and groups compare: of everything that a document shows, since orders may name any of it. */
function addOrders(indexed: IndexedFields, body: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(body)) {
    if (field.length > maxIndexedName || value === null || value === undefined) continue
    const isOrdered = isAnalysed(field) || isKnownSortField(field) || Object.hasOwn(indexed, toField('v', field))
    if (!isOrdered) continue
    if (typeof value === 'number') indexed[toField('d', field)] = value
    if (Array.isArray(value)) {
      // As the database writes a list.
      const text = `[${value.map(member => JSON.stringify(member)).join(', ')}]`
      indexed[toField('o', field)] = `s${toIndexedText(text)}`
    } else if (typeof value !== 'object') indexed[toField('o', field)] = toValue(value as Member)
  }
}
