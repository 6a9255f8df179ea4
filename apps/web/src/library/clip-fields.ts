/** Which fields of clips the library shows and counts. Pure. */

import type { CustomFieldsDescription, ReviewStatusChoice } from '@rushes/contract'
import { isSearchName, listFormFields, toLabel } from '../custom-fields/described.ts'
import { nameStatus } from '../review/status-name.tsx'
import { texts } from './messages.ts'

/** A field as the index names it, and as people read it. */
export interface NamedField {
  readonly name: string
  readonly label: string
}

/** Of every clip. */
const own = {
  reviewStatus: () => texts('status'),
  mediaObjectType: () => texts('type'),
  language: () => texts('language'),
  merged_tags: () => texts('tags'),
  subtitlingStatus: () => texts('subtitlingStatus'),
  transcriptionStatus: () => texts('transcriptionStatus'),
  authorName: () => texts('author'),
  mediaObjectName: () => texts('name'),
} as const

/** Kinds of clips that have a name of their own in each language. */
const kinds = ['VIDEO', 'AUDIO', 'IMAGE', 'DOCUMENT', 'PENDING', 'SNIPPET', 'PACKAGE'] as const

const counted = ['reviewStatus', 'mediaObjectType', 'language', 'merged_tags'] as const
/** Types whose values are few enough to choose from. */
const countedTypes: readonly string[] = ['STRING', 'BOOLEAN', 'INTEGER']
const shownTypes: readonly string[] = [...countedTypes, 'DATE', 'DOUBLE', 'LONG', 'FRAME']
const mostCounted = 12
const mostColumns = 4

/** Fields whose values the page counts, so that one is chosen. */
export function listFacets(description: CustomFieldsDescription | undefined): NamedField[] {
  const custom = listCustom(description, countedTypes).slice(0, mostCounted)
  return [...counted.map(name => ({ name, label: own[name]() })), ...custom]
}

/** Custom fields that are columns of the list. */
export function listColumns(description: CustomFieldsDescription | undefined): NamedField[] {
  return listCustom(description, shownTypes).slice(0, mostColumns)
}

function listCustom(description: CustomFieldsDescription | undefined, types: readonly string[]): NamedField[] {
  return listFormFields(description?.fields ?? {}, { objectType: 'MediaObjectAnnotation' })
    .filter(({ name, described: { type = 'STRING' } }) => types.includes(type) && isSearchName(name))
    .map(field => ({ name: `customFields.${field.name}`, label: toLabel(field) }))
}

/** A track for each column of custom fields, for the grid of a line. */
export function toColumnStyle(columns: readonly NamedField[]) {
  return columns.length === 0 ? {} : { '--field-columns': `repeat(${columns.length}, minmax(0, 1fr))` }
}

/** What people call a field of the index. */
export function nameField(field: string, description: CustomFieldsDescription | undefined): string {
  if (Object.hasOwn(own, field)) return own[field as keyof typeof own]()
  const name = field.replace(/^customFields\./, '')
  return description?.fields?.[name]?.label ?? name
}

/** What people call a kind of clip. */
export function nameKind(type: string): string {
  return isKind(type) ? texts(type) : type
}

function isKind(type: string): type is (typeof kinds)[number] {
  return kinds.some(kind => kind === type)
}

/** What people call a value of a field; most are called what they are. */
export function nameValue(field: string, value: string, statuses: readonly ReviewStatusChoice[]): string {
  if (field === 'mediaObjectType') return nameKind(value)
  const status = field === 'reviewStatus' ? statuses.find(({ id }) => id === value) : undefined
  return status ? nameStatus(status) : value
}
