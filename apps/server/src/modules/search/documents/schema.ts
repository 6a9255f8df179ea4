/** How a field is found, by its name. */

import { toFormC } from '../../../platform/text/form-c.ts'

/** Fields that are columns of their own: whole numbers of high cardinality, for ranges and orders. */
const columns = {
  id: 'id',
  productionId: 'production_id',
  accountId: 'account_id',
  mediaObjectId: 'media_object_id',
  start: 'start_frame',
  end: 'end_frame',
  created: 'created',
  lastUpdated: 'last_updated',
} as const
export type NumberColumn = (typeof columns)[keyof typeof columns]

/** The column of a field, for those that have one. */
export function findColumn(field: string): NumberColumn | undefined {
  return Object.hasOwn(columns, field) ? columns[field as keyof typeof columns] : undefined
}

/** The field of a column. */
export function findColumnField(column: NumberColumn): string {
  return Object.entries(columns).find(([, known]) => known === column)![0]
}

const analysedNames = new Set(['description', 'tsa_content', 'message', 'timecode'])
const analysedSuffix = /_(?:t|ts|txt|txts)$/

/** Whether a field holds running text, found by its words; every other field is found by its exact values. */
export function isAnalysed(field: string): boolean {
  return analysedNames.has(field) || analysedSuffix.test(field)
}

const inDefaultField = new Set([
  'name',
  'label',
  'mediaObjectName',
  'fileName',
  'reelName',
  'tags',
  'merged_tags',
  'topics',
  'tsa_speaker',
  'value',
  'username',
])

/** Whether the words of a field are also found by a query that names no field. */
export function isInDefaultField(field: string): boolean {
  return isAnalysed(field) || inDefaultField.has(field) || /_s{1,2}$/.test(field)
}

/** How a field is found. */
export interface FieldDescription {
  readonly column: NumberColumn | undefined
  readonly isAnalysed: boolean
  readonly isInDefaultField: boolean
}

/** Names of custom fields are made up by people. */
const mostDescriptions = 10_000

/** All that a name says, cached in `descriptions`. */
export function describeField(field: string, descriptions: Map<string, FieldDescription>): FieldDescription {
  const known = descriptions.get(field)
  if (known) return known
  const description = {
    column: findColumn(field),
    isAnalysed: isAnalysed(field),
    isInDefaultField: isInDefaultField(field),
  }
  if (descriptions.size >= mostDescriptions) descriptions.clear()
  descriptions.set(field, description)
  return description
}

const sortable = new Set([
  'name',
  'label',
  'type',
  'funnel',
  'objectType',
  'language',
  'mediaObjectName',
  'mediaObjectType',
  'mediaObjectResolution',
  'mediaObjectFrameRate',
  'mediaObjectSize',
  'mediaObjectTimecodeFrames',
  'subtitlePresetId',
  'reviewStatus',
  'loggingStatus',
  'subtitlingStatus',
  'transcriptionStatus',
  'rating',
  'creatorId',
  'createdBy',
  'createdByShareId',
  'createdBySharedUserId',
  'modifiedBy',
  'version',
  'relatedToId',
  'source',
  'origin',
  'position',
  'status',
  'mimeType',
  'fileName',
  'value',
  'username',
  'email',
  'description',
  'verb',
  'fullName',
  'lastSeen',
  'ownerUsername',
  'subscriptionStatus',
  'definition',
  'attempts',
  'durationMs',
  'workflowStarted',
  'workflowCompleted',
  'workflowFailed',
  'taskStarted',
  'completed',
  'requests',
  'refused',
  'failed',
  'mean',
  'p50',
  'p99',
  'longest',
])
const dynamicSuffix = /_(?:s|i|l|f|d|b|dt|t|txt)(?:_nm)?(?:_d)?$/

/** Whether an order may name a field even where no document has it yet. */
export function isKnownSortField(field: string): boolean {
  return (
    findColumn(field) !== undefined ||
    sortable.has(field) ||
    dynamicSuffix.test(field) ||
    field.startsWith('customFields.')
  )
}

/** Longest text of an exact value, in characters; the rest of a longer one takes no part in finding. */
export const longestValue = 600

/** A value as the dictionary holds it: a B-tree entry has no room for more. */
export function toIndexedText(given: string): string {
  const text = toFormC(given)
  if (text.length <= longestValue) return text
  // Never half a character.
  return text
    .slice(0, longestValue)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
}

/** Under this field the dictionary keeps, as values, the names of the fields that a document has. No query can name it. */
export const presentField = '#present'
