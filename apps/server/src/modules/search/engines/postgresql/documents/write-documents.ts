import type { Database } from '../../../../../platform/database/index.ts'
import type { SearchDocument } from '../../../documents/document.ts'
import { listFields, maxIndexedName, toBody, toStorable } from '../../../documents/flatten.ts'
import { describeField, presentField, toIndexedText } from '../../../documents/schema.ts'
import { indexWords, type TextPiece } from '../../../documents/words.ts'
import { readGeneration } from '../../../rebuild/store.ts'
import { type Dictionary, forgetEarlier, type Learned } from './dictionary.ts'
import { type IndexedDocument, insertDocuments } from './document-store.ts'

/** Documents written by one statement. */
const batchSize = 500

/**
 * Writes documents, whole, instead of those with the same ids; gives what it learned of the dictionaries. `generation` is
 * theirs, where it was read in the same transaction.
 */
export async function writeDocuments(
  db: Database,
  documents: readonly SearchDocument[],
  known: Dictionary,
  generation?: number,
): Promise<Learned[]> {
  const learned: Learned[] = []
  forgetEarlier(known, generation ?? (await readGeneration(db)))
  for (let offset = 0; offset < documents.length; offset += batchSize) {
    const batch = documents.slice(offset, offset + batchSize).map(document => toIndexedDocument(document, known))
    learned.push(await insertDocuments(db, batch, known))
  }
  return learned
}

function toIndexedDocument(document: SearchDocument, { texts, fields: known }: Dictionary): IndexedDocument {
  const { id, kind, productionId, accountId } = document
  const fields = listFields({ ...document.fields, id, productionId, accountId })
  const numbers: IndexedDocument['numbers'] = {}
  const values: IndexedDocument['values'][number][] = []
  const pieces: TextPiece[] = []
  for (const [field, given] of fields) {
    const { column, isAnalysed, isInDefaultField } = describeField(field, known)
    const isList = typeof given === 'object'
    const all = isList ? given : [given]
    const hasIndexedName = field.length <= maxIndexedName
    if (isInDefaultField) {
      const wordField = isAnalysed && hasIndexedName ? field : undefined
      for (const text of all) pieces.push({ text: String(text), field: wordField })
    }
    if (column !== undefined) {
      const [number] = all
      if (typeof number === 'number' && Number.isSafeInteger(number)) numbers[column] = number
      continue
    }
    // A B-tree entry has no room for more beside the longest value, nor a word.
    if (!hasIndexedName) continue
    values.push({ field: presentField, value: field, number: null })
    if (isAnalysed) continue
    for (const value of all) {
      const number = typeof value === 'number' && Number.isFinite(value) ? value : null
      values.push({ field, value: toIndexedText(toStorable(String(value))), number, isList })
    }
  }
  for (const text of document.text ?? []) pieces.push({ text })
  return { id, kind, numbers, values, words: indexWords(pieces, texts), body: toBody(document, fields) }
}
