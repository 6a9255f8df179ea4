/**
 * The one description of an annotation's columns. The type of a row, the columns of the statements, row and resource,
 * what requests may write and what archives carry are derived from it: a new column is one line here.
 */

import { Annotation, type AnnotationObjectType, type ClipAnnotationCreation, internalClass } from '@rushes/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Context, Transaction } from '../../platform/context.ts'
import type { NewEvent } from '../../platform/events/log.ts'
import { withoutNulls } from '../../platform/text/without-nulls.ts'

interface ColumnFacts {
  /** Its name in the resource, which gives its type: with null where the member is optional. */
  readonly member?: keyof Annotation
  /** Whether a request that creates a subclip or a comment may set it. */
  readonly creation?: true
  /** Whether a patch may change it; `translation`: where the caller checks what it was translated from. */
  readonly patch?: true | 'translation'
  /** Whether it may be large; an outline lacks it. */
  readonly large?: true
  /** False where an import writes a new value. */
  readonly archived?: false
  /** Whether the database makes it out of others. */
  readonly computed?: true
}

/** Columns of every resource. */
const sharedColumns = {
  id: { member: 'id' },
  version: { member: 'version' },
  created: { member: 'created' },
  created_by: { member: 'createdBy', archived: false },
  creator_id: { member: 'creatorId' },
  modified_by: { member: 'modifiedBy', archived: false },
  last_updated: { member: 'lastUpdated' },
} as const satisfies Readonly<Record<string, ColumnFacts>>

export const annotationColumns = {
  ...sharedColumns,
  production_id: { member: 'productionId', archived: false },
  media_object_id: { member: 'mediaObjectId' },
  object_type: { member: 'objectType' },
  funnel: { member: 'funnel' },
  type: { member: 'type', creation: true, patch: true },
  // Frames, [start, end): 0 and 0 on a clip whose length is not known yet.
  start_frame: { member: 'start', creation: true, patch: true },
  end_frame: { member: 'end', creation: true, patch: true },
  related_to_id: { member: 'relatedToId', creation: true },
  translated_from_id: { member: 'translatedFromId', patch: 'translation' },
  language: { member: 'language', creation: true, patch: true },
  subtitle_preset_id: { member: 'subtitlePresetId' },
  review_status: { member: 'reviewStatus', patch: true },
  created_by_share_id: { member: 'createdByShareId' },
  created_by_shared_user_id: { member: 'createdBySharedUserId' },
  // When a comment lost its content: it is shown while it has replies.
  deleted: { member: 'deleted' },
  // What proves that a visitor wrote it (`VisitorActor.authorKeys`); null for the team.
  author_key: { archived: false },
  // Whether a comment is for the team only: by its security classes.
  is_internal: { archived: false, computed: true },
  structured_description: { member: 'structuredDescription', creation: true, patch: true, large: true },
  details: { large: true },
} as const satisfies Readonly<Record<string, ColumnFacts>>

/** Types that the contract does not have. */
interface OwnTypes {
  object_type: AnnotationObjectType
  author_key: string | null
  is_internal: boolean
  details: AnnotationDetails
}

type Columns = typeof annotationColumns
type Column = keyof Columns
/** The columns with this fact. */
type ColumnWith<Fact> = { [C in Column]: Columns[C] extends Fact ? C : never }[Column]
type MemberColumn = ColumnWith<{ readonly member: string }>
type MemberOf<C extends Column> = C extends MemberColumn ? Columns[C]['member'] : never
type OfMember<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value
type TypeOf<C extends Column> = C extends keyof OwnTypes ? OwnTypes[C] : OfMember<Annotation[MemberOf<C>]>

/** Members that are added when an annotation is read. */
type DerivedMember = 'annotationProductionId' | 'href' | 'hrefs' | 'mediaObject' | 'translatedToIds'

/** The members of an annotation that nothing is looked up by, under their names in the interface. */
export type AnnotationDetails = Partial<Omit<Annotation, MemberOf<Column> | DerivedMember>>

/** An annotation with its whole content. */
export type AnnotationRow = { [C in Column]: TypeOf<C> }

/** An annotation without its content, which is large in subtitles and transcripts. */
export type AnnotationHead = Omit<AnnotationRow, 'structured_description'>

/** An annotation without any column that can be large. */
export type AnnotationOutline = Omit<AnnotationRow, ColumnWith<{ readonly large: true }>>

export type AnnotationTable = {
  [C in Column]: C extends 'id' | 'version'
    ? Generated<number>
    : C extends ColumnWith<{ readonly large: true }>
      ? ColumnType<TypeOf<C>, string, string>
      : C extends ColumnWith<{ readonly computed: true }>
        ? ColumnType<TypeOf<C>, never, never>
        : TypeOf<C>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    annotation: AnnotationTable
  }
}

const entries = Object.entries(annotationColumns) as [Column, ColumnFacts][]
const memberEntries = entries.flatMap(([column, { member, ...facts }]) =>
  member ? [{ ...facts, column, member }] : [],
)
/** Every column that is written. */
export const writtenColumns = entries.flatMap(([column, { computed }]) => (computed ? [] : [column]))

/** Every column of bounded size. */
export const outlineColumns = entries.flatMap(([column, { large }]) =>
  large ? [] : [column as keyof AnnotationOutline],
)
/** Every column but the content. */
export const headColumns: readonly (keyof AnnotationHead)[] = [...outlineColumns, 'details']

/** The columns that an annotation has besides those of every resource, and their members. */
type OwnColumn = Exclude<MemberColumn, keyof typeof sharedColumns>
const ownEntries = memberEntries.filter(({ column }) => !Object.hasOwn(sharedColumns, column))

type OwnMembers = { [C in OwnColumn as MemberOf<C>]: C extends keyof OwnTypes ? OwnTypes[C] : Annotation[MemberOf<C>] }
type OptionalMember = { [M in keyof OwnMembers]: undefined extends OwnMembers[M] ? M : never }[keyof OwnMembers]
type PresentMembers = Omit<OwnMembers, OptionalMember> & { [M in OptionalMember]?: OwnMembers[M] }
/** The members that have columns of their own. */
export type ColumnMembers = {
  [M in keyof PresentMembers]: PresentMembers[M] | (M extends OptionalMember ? undefined : never)
}

/** The columns of these members: null where a member is absent. */
export function toColumns(members: ColumnMembers): Pick<AnnotationRow, OwnColumn> {
  const values: Readonly<Record<string, unknown>> = members
  const row = Object.fromEntries(ownEntries.map(({ column, member }) => [column, values[member] ?? null]))
  return row as Pick<AnnotationRow, OwnColumn>
}

const archivedEntries = ownEntries.filter(({ archived }) => archived !== false)

/** The members of the columns that an archive carries, besides the shared ones. */
export function toArchivedMembers(row: AnnotationRow): Omit<PresentMembers, 'productionId'> {
  return toPresent(row, archivedEntries) as PresentMembers
}

function toPresent(row: AnnotationRow, chosen: typeof memberEntries): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = row
  return Object.fromEntries(
    chosen.flatMap(({ column, member }) => (values[column] === null ? [] : [[member, values[column]]])),
  )
}

const columnMembers = new Set<string>(memberEntries.map(({ member }) => member))

/** Whether a member has a column, so that the details lack it. */
export function hasColumn(member: string): boolean {
  return columnMembers.has(member)
}

/** Members without a column that the service alone writes, or adds when an annotation is read. */
const serviceMembers: ReadonlySet<string> = new Set([
  'annotationProductionId',
  'authorName',
  'crossProduction',
  'href',
  'hrefs',
  'includeTranslatedTo',
  'mediaObject',
  'resolvedAt',
  'resolvedByName',
  'translatedToIds',
] satisfies (keyof Annotation)[])

/** Whether requests may write a member, and it is one of the details. */
export function isDetail(member: string): boolean {
  return Object.hasOwn(Annotation.properties, member) && !hasColumn(member) && !serviceMembers.has(member)
}

/** The details among the members of an annotation, or of a request for one. */
export function toDetails(members: object): AnnotationDetails {
  return Object.fromEntries(Object.entries(members).filter(([name]) => isDetail(name)))
}

type CreationMember = MemberOf<ColumnWith<{ readonly creation: true }>>

/** The members of a request for a subclip or a comment that have columns. */
export function pickCreationMembers(request: ClipAnnotationCreation): Pick<ClipAnnotationCreation, CreationMember> {
  const values: Readonly<Record<string, unknown>> = request
  return Object.fromEntries(
    memberEntries.flatMap(({ creation, member }) => (creation && member in values ? [[member, values[member]]] : [])),
  )
}

type PatchedColumn = ColumnWith<{ readonly patch: true | 'translation' }>
/** What can change of an annotation that has columns: members that are absent stay; `null` clears. */
export type ColumnChange = { [C in PatchedColumn as MemberOf<C>]?: TypeOf<C> }

const patchedEntries = memberEntries.filter(({ patch }) => patch !== undefined)

/** Whether a patch may change a member that has a column. */
export function isPatched(member: string, mayTranslate: boolean): boolean {
  return patchedEntries.some(entry => entry.member === member && (entry.patch === true || mayTranslate))
}

/** The members with columns that are not as before. */
export function listColumnChanges(after: Annotation, before: Annotation): ColumnChange {
  return Object.fromEntries(
    patchedEntries.flatMap(({ member }) => (after[member] === before[member] ? [] : [[member, after[member] ?? null]])),
  )
}

/** The columns of a change. */
export function toChangedColumns(change: ColumnChange): Partial<Pick<AnnotationRow, PatchedColumn>> {
  const values: Readonly<Record<string, unknown>> = change
  return Object.fromEntries(
    patchedEntries.flatMap(({ column, member }) => (values[member] === undefined ? [] : [[column, values[member]]])),
  )
}

/** What an annotation's row does not hold itself. */
export interface AnnotationParts {
  /** Base of `href` and `hrefs`: the service's public address. */
  publicUrl: string
  /** The clip in its wire shape, when it was asked for. */
  mediaObject?: Record<string, unknown> | undefined
  /** Ids of the annotations that were translated from this one, when they were asked for. */
  translatedToIds?: number[] | undefined
}

/** An annotation as the resource: objects that a patch adds to and sets are there even when they are empty. */
export function toAnnotation(row: AnnotationRow, { publicUrl, ...parts }: AnnotationParts): Annotation {
  const members = toPresent(row, memberEntries) as Pick<Annotation, MemberOf<Column>>
  return {
    ...members,
    ...withoutNulls(parts),
    annotationProductionId: row.production_id,
    ...emptyMembers(row),
    ...row.details,
    ...toAddresses(row, publicUrl),
  }
}

/** JSON Patch adds to an object only where there is one (http-36, annotations-2). */
function emptyMembers(row: AnnotationRow) {
  const objects = { customFields: {}, systemFields: {}, clipMetadata: {} }
  const common = { ...objects, tags: [], includesFrom: [], securityClasses: [] }
  switch (row.object_type) {
    case 'MediaObjectAnnotation':
      return { ...common, subtitlingStatuses: {}, transcriptionStatuses: {} }
    case 'ClipAnnotation':
      return { ...common, mentionIds: [], topics: [] }
    default:
      return common
  }
}

function toAddresses(row: AnnotationRow, publicUrl: string) {
  const production = `${publicUrl}/production/${row.production_id}`
  const clip = `${production}/mo/${row.media_object_id}`
  return {
    href: row.object_type === 'MediaObjectAnnotation' ? `${clip}/moa` : `${production}/an/${row.id}`,
    hrefs: { mo: clip, moa: `${clip}/moa`, moi: `${clip}/moi`, an: `${clip}/an` },
  }
}

/** The event of a change: creations have their own type, a change of a clip's annotation is one of the clip. */
export function publishAnnotation(
  ctx: Transaction,
  row: AnnotationOutline,
  what: Change,
  extended?: Record<string, unknown>,
): void {
  ctx.publish({ ...toAnnotationEvent(ctx, row, what), ...(extended && { extended }) })
}

type Change = 'create' | 'update' | 'delete'

export function toAnnotationEvent(ctx: Context, row: AnnotationOutline, what: Change): NewEvent {
  const verb = `Annotation.${what}`
  const isUpdateOfClip = what === 'update' && row.object_type === 'MediaObjectAnnotation'
  return {
    type: what === 'create' ? 'Annotation.create' : isUpdateOfClip ? 'Media.update' : 'Activity',
    verb,
    productionId: row.production_id,
    ...(ctx.actor.kind === 'visitor' ? { shareId: ctx.actor.shareId } : {}),
    object: {
      objectType: row.object_type,
      id: row.id,
      funnel: row.funnel,
      mediaObjectId: row.media_object_id,
      version: row.version,
      ...(row.created_by_share_id === null ? {} : { createdByShareId: row.created_by_share_id }),
      ...(row.related_to_id === null ? {} : { relatedToId: row.related_to_id }),
      ...(row.is_internal ? { securityClasses: [internalClass] } : {}),
    },
    target: { objectType: 'MediaObject', id: row.media_object_id },
  }
}
