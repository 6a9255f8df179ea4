/** The words in custom fields that are bound to a thesaurus: found, and replaced by others. Pure. */

import { isDeepStrictEqual } from 'node:util'
import { castScalar, FieldFault, isObject, toShown, toWord } from '../../form-fields/index.ts'
import type { BoundWord, NamedEntry } from '../../thesauri/index.ts'
import type { Field } from '../description/field.ts'

/** A word, and the names on the way to the field, or the part of a field, that holds it. */
export interface PlacedWord extends BoundWord {
  readonly path: readonly string[]
}

/** The fields of a description that are bound to a thesaurus, and the parts of fields; by the names on the way there. */
export function listBound(fields: ReadonlyMap<string, Field>): { path: string[]; thesaurus: string; field: Field }[] {
  return [...fields].flatMap(([name, field]) => {
    const thesaurus = findThesaurusName(field)
    const parts = listBound(field.parts).map(part => ({ ...part, path: [name, ...part.path] }))
    return thesaurus === undefined ? parts : [{ path: [name], thesaurus, field }, ...parts]
  })
}

/** What a field is bound to; a vocabulary has no objects. */
function findThesaurusName({ type, written }: Field): string | undefined {
  return type === 'JSON' || type === 'COMPOUND' || written.thesaurus === '' ? undefined : written.thesaurus
}

/** The words in what is stored for a field, its parts included. */
export function listWords(field: Field, stored: unknown, path: readonly string[]): PlacedWord[] {
  const thesaurus = findThesaurusName(field)
  const values = listValues(stored)
  const own = thesaurus === undefined ? [] : values.map(value => ({ thesaurus, path, ...toNamed(value) }))
  const ofParts = values.flatMap(value =>
    [...field.parts].flatMap(([name, part]) =>
      isObject(value) && Object.hasOwn(value, name) ? listWords(part, value[name], [...path, name]) : [],
    ),
  )
  return [...own, ...ofParts]
}

/** The values of the stored shape, of a list, or the bare one. */
function listValues(stored: unknown): readonly unknown[] {
  if (stored === null || stored === undefined) return []
  if (Array.isArray(stored)) return stored
  return isObject(stored) && Array.isArray(stored.values) ? stored.values : [stored]
}

function toNamed(value: unknown): { value: string; id: number | undefined } {
  const isEntry = isObject(value) && Object.hasOwn(value, 'value')
  if (!isEntry) return { value: toWord(value), id: undefined }
  return { value: toWord(value.value), id: typeof value.id === 'number' ? value.id : undefined }
}

/** An entry to put instead of another one, or of itself under its old value. */
export interface Replacement {
  readonly from: NamedEntry
  readonly to: NamedEntry
}

/**
 * What is stored for a field with other entries instead of these, in whichever form it is stored; the same object
 * where it holds none of them. Throws FieldFault for a value that the type of the field does not take.
 */
export function replaceWords(field: Field, stored: unknown, find: FindReplacement): unknown {
  if (Array.isArray(stored)) return replaceInList(field, stored, find)
  if (!isObject(stored) || !Array.isArray(stored.values)) return replaceInList(field, [stored], find)[0]
  const values = replaceInList(field, stored.values, find)
  return values === stored.values ? stored : { ...stored, values, value: values[0] }
}

type FindReplacement = (word: BoundWord) => Replacement | undefined

function replaceInList(field: Field, values: readonly unknown[], find: FindReplacement) {
  const replaced = values.map(value => replaceValue(field, value, find))
  if (replaced.every((value, index) => value === values[index])) return values
  // A merged entry may stand there already.
  return replaced.filter((value, index) => replaced.findIndex(other => isDeepStrictEqual(other, value)) === index)
}

function replaceValue(field: Field, value: unknown, find: FindReplacement): unknown {
  if (field.parts.size > 0) return replaceInParts(field, value, find)
  const thesaurus = findThesaurusName(field)
  const replacement = thesaurus === undefined ? undefined : find({ thesaurus, ...toNamed(value) })
  if (!replacement || field.type === 'JSON' || field.type === 'COMPOUND') return value
  const { to } = replacement
  const cast = castScalar(field.type, to.value)
  if (cast === undefined) {
    throw new FieldFault(`is of type ${field.type} and cannot hold ${toShown(to.value)}`)
  }
  if (!isObject(value)) return cast
  return { ...value, id: to.id, value: cast, ...(Object.hasOwn(value, 'label') ? { label: to.label } : {}) }
}

function replaceInParts(field: Field, value: unknown, find: FindReplacement): unknown {
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => {
    const own = field.parts.get(name)
    return [name, own ? replaceWords(own, part, find) : part]
  })
  return entries.every(([name, part]) => part === value[name]) ? value : Object.fromEntries(entries)
}
