import type { SolrDocument } from '@rushes/contract'
import type { Transaction } from '../platform/context.ts'
import { getDictionary, remember } from './dictionary.ts'
import type { FieldValue, SearchDocument } from './document.ts'
import { deleteDocuments, type IndexedDocument, insertDocuments } from './document-store.ts'
import { findColumn, isAnalysed, isInDefaultField, presentField, toIndexedText } from './schema.ts'
import { indexWords, type TextPiece } from './words.ts'

/** Documents written by one statement. */
const batchSize = 500

/** What the open transactions will write, by their database. */
const pending = new WeakMap<Transaction['db'], Map<number, SearchDocument>>()

/**
 * Writes documents, whole, in the place of those with the same ids; found from the commit of the transaction on. They
 * are written once, at its end, however often it changes them.
 */
export function putDocuments(ctx: Transaction, documents: readonly SearchDocument[]): void {
  const waiting = pending.get(ctx.db) ?? new Map<number, SearchDocument>()
  if (!pending.has(ctx.db)) {
    pending.set(ctx.db, waiting)
    ctx.beforeCommit(() => writeDocuments(ctx, [...waiting.values()]))
  }
  for (const document of documents) waiting.set(document.id, document)
}

async function writeDocuments(ctx: Transaction, documents: readonly SearchDocument[]): Promise<void> {
  const known = getDictionary(ctx.platform)
  for (let offset = 0; offset < documents.length; offset += batchSize) {
    const batch = documents.slice(offset, offset + batchSize).map(toIndexedDocument)
    const learned = await insertDocuments(ctx.db, batch, known)
    ctx.afterCommit(() => remember(known, learned))
  }
}

/** Removes the documents with these ids; ids without a document are passed over. */
export async function removeDocuments(ctx: Transaction, ids: readonly number[]): Promise<void> {
  for (const id of ids) pending.get(ctx.db)?.delete(id)
  if (ids.length > 0) await deleteDocuments(ctx.db, ids)
}

function toIndexedDocument(document: SearchDocument): IndexedDocument {
  const { id, kind, productionId, accountId } = document
  const fields = listFields({ ...document.fields, id, productionId, accountId })
  const numbers: IndexedDocument['numbers'] = {}
  const values: IndexedDocument['values'][number][] = []
  const pieces: TextPiece[] = []
  for (const [field, all] of fields) {
    if (isInDefaultField(field)) {
      for (const text of all) pieces.push({ text: String(text), field: isAnalysed(field) ? field : undefined })
    }
    const column = findColumn(field)
    if (column !== undefined) {
      const [number] = all
      if (typeof number === 'number' && Number.isSafeInteger(number)) numbers[column] = number
      continue
    }
    values.push({ field: presentField, value: field, number: null })
    if (isAnalysed(field)) continue
    for (const value of all) {
      const number = typeof value === 'number' && Number.isFinite(value) ? value : null
      values.push({
        field,
        value: toIndexedText(toStorable(String(value))),
        number,
        isList: Array.isArray(document.fields[field]),
      })
    }
  }
  for (const text of document.text ?? []) pieces.push({ text })
  return { id, kind, numbers, values, words: indexWords(pieces), body: toBody(document, fields) }
}

type Values = readonly (string | number | boolean)[]

/** The fields that have a value, each as a list. */
function listFields(fields: SearchDocument['fields']): (readonly [string, Values])[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    const values = toValues(value).filter(item => item !== '')
    return values.length > 0 ? [[field, values] as const] : []
  })
}

function toValues(value: FieldValue | null | undefined): Values {
  if (value === null || value === undefined) return []
  return typeof value === 'object' ? value : [value]
}

function toBody(document: SearchDocument, fields: readonly (readonly [string, Values])[]): SolrDocument {
  const body: Record<string, unknown> = { ...document.stored }
  for (const [field, values] of fields) body[field] = Array.isArray(document.fields[field]) ? values : values[0]
  const storable = (_name: string, value: unknown) => (typeof value === 'string' ? toStorable(value) : value)
  return JSON.parse(JSON.stringify(body, storable)) as SolrDocument
}

/** Text without what the database cannot hold. */
function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
