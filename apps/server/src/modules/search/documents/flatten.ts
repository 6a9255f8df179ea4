import type { SolrDocument } from '@rushes/contract'
import type { FieldValue, SearchDocument } from './document.ts'

/** Fields with longer names, which only free-form custom fields have, are not searchable; their words still are. */
export const maxIndexedName = 200

/** The fields that have a value, lists without their empty members. */
export function listFields(fields: SearchDocument['fields']): (readonly [string, FieldValue])[] {
  const listed: (readonly [string, FieldValue])[] = []
  for (const field of Object.keys(fields)) {
    const value = fields[field]
    if (value === null || value === undefined || value === '') continue
    if (typeof value !== 'object') listed.push([field, value])
    else {
      const members = value.includes('') ? value.filter(member => member !== '') : value
      if (members.length > 0) listed.push([field, members])
    }
  }
  return listed
}

/** What a result shows. */
export function toBody(document: SearchDocument, fields: readonly (readonly [string, FieldValue])[]): SolrDocument {
  const replace = (_name: string, value: unknown) => toStorableValue(value)
  const body = document.stored ? (JSON.parse(JSON.stringify(document.stored, replace)) as SolrDocument) : {}
  for (const [field, value] of fields) {
    body[field] = typeof value === 'object' ? value.map(toStorableValue) : toStorableValue(value)
  }
  return body
}

function toStorableValue(value: unknown): unknown {
  return typeof value === 'string' ? toStorable(value) : value
}

/** Text without what the database cannot hold. */
export function toStorable(text: string): string {
  return text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '')
}
