/** What the fields of documents are called in Solr, and how their values are written there (`collections/configset/schema.xml`). */

import { toIndexedText } from '../../documents/schema.ts'

/** Exact values, numbers for ranges, the number and the value for orders, words. */
export type Role = 'v' | 'n' | 'd' | 'o' | 'w'

/** The field of Solr for a field of documents. Names may hold any sign, those of Solr only letters, digits and `_`. */
export function toField(role: Role, name: string): string {
  return `${role}_${name.replaceAll(/[^A-Za-z0-9_]/g, sign => `.${sign.charCodeAt(0).toString(16)}.`)}`
}

/** Where words are: of a field, or of all of them that a query without a field looks into. */
export function toWordField(name: string | undefined): string {
  return name === undefined ? 'words' : toField('w', name)
}

/** A value as Solr has it, behind the letter of its type. */
export function toValue(value: string | number | boolean): string {
  return typeof value === 'number' && Number.isFinite(value) ? `n${value}` : `s${toIndexedText(String(value))}`
}

/** The text of a value that Solr has. */
export function toText(value: string): string {
  return value.slice(1)
}

/** A value that Solr has, a number where it is one. */
export function toTyped(value: string): string | number {
  return value.startsWith('n') ? Number(value.slice(1)) : value.slice(1)
}

/** Whether a text may have another place in an order by its UTF-16 units than in one by its characters. */
export function hasHighUnits(text: string): boolean {
  return /[\uD800-\uFFFF]/.test(text)
}
