/** Which fields of clips the library shows and counts. Pure. */

import type { CustomFieldsDescription, ReviewStatusChoice } from '@rushes/contract'
import { isSearchName, listFormFields, toLabel } from '../../custom-fields/described.ts'
import { nameStatus } from '../../design/status/review-status.ts'
import { toPointer } from '../../platform/reading/faults.ts'
import { texts } from '../messages.ts'
import type { SearchField } from '../search/typed-query.ts'
import { writeResolution } from './clip-facts.ts'

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
  mediaObjectResolution: () => texts('resolution'),
  mediaObjectFrameRate: () => texts('frameRate'),
  authorName: () => texts('author'),
  mediaObjectName: () => texts('name'),
  description: () => texts('description'),
  rating: () => texts('rating'),
} as const

/** Kinds of clips that have a name of their own in each language. */
const kinds = ['VIDEO', 'AUDIO', 'IMAGE', 'DOCUMENT', 'PENDING', 'SNIPPET', 'PACKAGE'] as const

const counted = [
  'reviewStatus',
  'mediaObjectType',
  'merged_tags',
  'mediaObjectResolution',
  'mediaObjectFrameRate',
  'language',
] as const
const grouping = ['reviewStatus', 'mediaObjectType', 'mediaObjectFrameRate', 'language'] as const
/** Types whose values are few enough to choose from. */
const countedTypes: readonly string[] = ['STRING', 'BOOLEAN', 'INTEGER']
const shownTypes: readonly string[] = [...countedTypes, 'DATE', 'DOUBLE', 'LONG', 'FRAME']
const mostCounted = 12

/** Fields whose values the page counts, so that one is chosen. */
export function listFacets(description: CustomFieldsDescription | undefined): NamedField[] {
  const custom = listCustom(description, countedTypes).slice(0, mostCounted)
  return [...counted.map(name => ({ name, label: own[name]() })), ...custom]
}

/** Fields that divide clips into groups: each clip has one value of them at most. */
export function listGroupFields(description: CustomFieldsDescription | undefined): NamedField[] {
  const fields = description?.fields ?? {}
  const custom = listCustom(description, ['STRING', 'INTEGER', 'BOOLEAN', 'DATE']).filter(
    ({ name }) => fields[name.slice('customFields.'.length)]?.multiValued !== true,
  )
  return [...grouping.map(name => ({ name, label: own[name]() })), ...custom]
}

/** Custom fields that are columns of the table, and which of them hold one text. */
export function listColumns(description: CustomFieldsDescription | undefined) {
  const fields = description?.fields ?? {}
  return listCustom(description, shownTypes).map(field => {
    const own = field.name.slice('customFields.'.length)
    const { type = 'STRING', multiValued, readOnly, thesaurus } = fields[own] ?? {}
    const isText = type === 'STRING' && multiValued !== true && readOnly !== true && !thesaurus
    return { ...field, isText, path: toPointer('customFields', own) }
  })
}

function listCustom(description: CustomFieldsDescription | undefined, types: readonly string[]): NamedField[] {
  return listFormFields(description?.fields ?? {}, { objectType: 'MediaObjectAnnotation' })
    .filter(({ name, described: { type = 'STRING' } }) => types.includes(type) && isSearchName(name))
    .map(field => ({ name: `customFields.${field.name}`, label: toLabel(field) }))
}

/** What people may name in the search: the fields of every clip and those of the production, by their labels. */
export function listSearchFields(description: CustomFieldsDescription | undefined): SearchField[] {
  const custom = listFormFields(description?.fields ?? {}, { objectType: 'MediaObjectAnnotation' }).map(field => ({
    name: `customFields.${field.name}`,
    labels: [...new Set([toLabel(field), field.name])],
  }))
  const common = Object.entries(own).map(([name, toText]) => ({ name, labels: [toText()] }))
  return [...common, ...custom]
}

/** What people call a field of the index. */
export function nameField(field: string, description: CustomFieldsDescription | undefined): string {
  if (Object.hasOwn(own, field)) return own[field as keyof typeof own]()
  const name = field.replace(/^customFields\./, '')
  return description?.fields?.[name]?.label ?? name
}

/** What people call a member of a clip, by its JSON Pointer. */
export function nameMember(path: string, description: CustomFieldsDescription | undefined): string {
  const field = path.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
  return nameField(field === 'tags' ? 'merged_tags' : field, description)
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
  if (field === 'mediaObjectResolution') return writeResolution(value)
  if (field === 'mediaObjectFrameRate') return `${value} fps`
  const status = field === 'reviewStatus' ? statuses.find(({ id }) => id === value) : undefined
  return status ? nameStatus(status) : value
}
