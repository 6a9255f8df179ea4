/** The columns of the table: what each shows, by what it is sorted, and what may be written. */

import type { ReviewStatusChoice } from '@rushes/contract'
import { nameStatus } from '../../design/status/review-status.ts'
import { writeTags } from '../../platform/tags.ts'
import { formatBytes, formatDate } from '../../platform/translations.ts'
import { writeDuration, writeFormat, writeStart } from '../clips/clip-facts.ts'
import { type NamedField, nameKind } from '../clips/clip-fields.ts'
import type { FoundClip } from '../clips/clip-search.ts'
import { texts as libraryTexts } from '../messages.ts'
import { texts } from './messages.ts'

export interface Column {
  readonly name: string
  readonly label: string
  /** In pixels, until somebody changes it. */
  readonly width: number
  readonly toText: (clip: FoundClip) => string
  /** The field that it is sorted by. */
  readonly sortField?: string
  /** The JSON Pointer of what an edit writes; `/name` is of the clip, all others of its annotation. */
  readonly path?: string
  /** The values that it may have, each with its text; any text where there are none. */
  readonly choices?: readonly (readonly [value: string, text: string])[]
  readonly isMono?: true
  /** The field whose values are suggested while one types. */
  readonly suggestedBy?: string
}

/** All columns that the table may show. */
export function listAllColumns(
  custom: readonly (NamedField & { readonly isText: boolean; readonly path: string })[],
  statuses: readonly ReviewStatusChoice[],
): Column[] {
  return [
    {
      name: 'name',
      label: libraryTexts('name'),
      width: 240,
      toText: clip => clip.name,
      sortField: 'mediaObjectName',
      path: '/name',
    },
    {
      name: 'status',
      label: libraryTexts('status'),
      width: 140,
      toText: clip => clip.reviewStatus ?? '',
      sortField: 'reviewStatus',
      path: '/reviewStatus',
      choices: [['', libraryTexts('notReviewed')], ...statuses.map(status => [status.id, nameStatus(status)] as const)],
    },
    {
      name: 'start',
      label: libraryTexts('byStart'),
      width: 110,
      toText: writeStart,
      sortField: 'mediaObjectTimecodeFrames',
      isMono: true,
    },
    { name: 'length', label: texts('length'), width: 110, toText: writeDuration, sortField: 'end', isMono: true },
    { name: 'format', label: texts('format'), width: 130, toText: writeFormat, sortField: 'mediaObjectResolution' },
    ...custom.map(({ name, label, isText, path }) => ({
      name,
      label,
      width: 130,
      toText: (clip: FoundClip) => clip.values[name] ?? '',
      sortField: name,
      ...(isText ? { path, suggestedBy: name } : {}),
    })),
    {
      name: 'rating',
      label: libraryTexts('rating'),
      width: 110,
      toText: clip => (clip.rating === 0 ? '' : String(clip.rating)),
      sortField: 'rating',
      path: '/rating',
      choices: ['', '1', '2', '3', '4', '5'].map(value => [value, value === '' ? texts('noStars') : value] as const),
    },
    { name: 'tags', label: libraryTexts('tags'), width: 160, toText: clip => writeTags(clip.tags), path: '/tags' },
    {
      name: 'description',
      label: libraryTexts('description'),
      width: 220,
      toText: clip => clip.description,
      path: '/description',
    },
    {
      name: 'kind',
      label: libraryTexts('type'),
      width: 90,
      toText: clip => nameKind(clip.type),
      sortField: 'mediaObjectType',
    },
    {
      name: 'language',
      label: libraryTexts('language'),
      width: 80,
      toText: clip => clip.language,
      sortField: 'language',
      path: '/language',
    },
    {
      name: 'size',
      label: texts('size'),
      width: 90,
      toText: clip => (clip.size === undefined ? '' : formatBytes(clip.size)),
      sortField: 'mediaObjectSize',
    },
    {
      name: 'created',
      label: texts('created'),
      width: 150,
      toText: clip => formatDate(clip.created),
      sortField: 'created',
    },
  ]
}

/** Which columns are shown, in which order, and how wide. */
export interface Layout {
  readonly names: readonly string[]
  readonly widths: Readonly<Record<string, number>>
}

const hiddenAtFirst = ['language', 'size']
export const leastWidth = 60

/** The layout as it was stored; columns that came later are at the end, those that are gone are left out. */
export function readLayout(stored: string | null, columns: readonly Column[]): Layout {
  const { names, widths } = Object(parse(stored)) as { names?: unknown; widths?: unknown }
  const known = columns.map(({ name }) => name)
  const kept = Array.isArray(names) ? names.map(String).filter(name => known.includes(name)) : []
  const usual = known.filter(name => !hiddenAtFirst.includes(name))
  return { names: kept.length > 0 ? kept : usual, widths: Object(widths) as Record<string, number> }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
}

/** A column at another place, by so many. */
export function moveColumn({ names, widths }: Layout, name: string, by: number): Layout {
  const at = names.indexOf(name)
  const to = Math.min(names.length - 1, Math.max(1, at + by))
  const next = names.filter(other => other !== name)
  next.splice(to, 0, name)
  return { names: next, widths }
}

/** A column beside another one; the name stays the first. */
export function placeColumn({ names, widths }: Layout, name: string, beside: string, isAfter: boolean): Layout {
  const rest = names.filter(other => other !== name)
  const at = rest.indexOf(beside) + (isAfter ? 1 : 0)
  return { names: rest.toSpliced(Math.max(1, at), 0, name), widths }
}

export function resizeColumn({ names, widths }: Layout, name: string, width: number): Layout {
  return { names, widths: { ...widths, [name]: Math.max(leastWidth, Math.round(width)) } }
}

/** A column shown at the end, or no longer; the name stays. */
export function toggleColumn({ names, widths }: Layout, name: string): Layout {
  if (name === 'name') return { names, widths }
  return { names: names.includes(name) ? names.filter(other => other !== name) : [...names, name], widths }
}

/** The order that a press on the head of a column asks for. */
export function toSort(column: Column, sort: string): string | undefined {
  if (column.sortField === undefined) return undefined
  const ascending = `${column.sortField} asc,id asc`
  return sort === ascending ? `${column.sortField} desc,id desc` : ascending
}

export function readDirection({ sortField }: Column, sort: string): 'ascending' | 'descending' | undefined {
  if (sortField === undefined) return undefined
  const [, direction] = new RegExp(`^${sortField.replaceAll('.', '\\.')} (asc|desc)`).exec(sort) ?? []
  return direction === undefined ? undefined : direction === 'asc' ? 'ascending' : 'descending'
}
