/** What one click does about an issue. Each fix gives the list without it, or is not offered. */

import type { SubtitlePreset } from '@rushes/timed-text'
import type { FrameFormat } from '../../player/frames.ts'
import { measureEntry, writeSpeed } from '../entries/measure.ts'
import { removeRow, setMembers } from '../model/edits.ts'
import type { Limits } from '../model/limits.ts'
import { styleRange, toText } from '../model/rich-text.ts'
import { findRow, type Row, type Rows } from '../model/rows.ts'
import { snapToShots } from '../timeline/shots.ts'
import { rebreak } from './rebreak.ts'
import { hasWarning } from './warnings.ts'

/** What fixes know of the clip and its rules; times in frames. */
export interface FixScope {
  readonly rows: Rows
  readonly shots: readonly number[]
  readonly limits: Limits
  readonly look: Pick<SubtitlePreset, 'shots'>
  readonly rate: FrameFormat['rate']
  readonly pictures?: FrameFormat['pictures']
  readonly frameCount: number
}

export interface Fix {
  /** Which text names it, and with what. */
  readonly name: FixName
  readonly values: Readonly<Record<string, string | number>>
  readonly rows: Rows
}

export type FixName =
  | 'fixGap'
  | 'fixOverlap'
  | 'fixChain'
  | 'fixExtend'
  | 'fixShorten'
  | 'fixLines'
  | 'fixShots'
  | 'fixRemove'
  | 'fixEnd'
  | 'fixPlain'

/** What can be done about an issue of a row, by its code. */
export function findFix(row: Row, type: string, scope: FixScope): Fix | undefined {
  switch (type) {
    case 'TIMING_OVERLAP':
      return endPrevious(row, scope, 'fixOverlap')
    case 'GAP_TOO_SHORT':
      return endPrevious(row, scope, 'fixGap')
    case 'GAP_NOT_CHAINED':
      return endPrevious(row, scope, 'fixChain')
    case 'READING_SPEED_CPS':
    case 'READING_SPEED_WPM':
    case 'DURATION_TOO_SHORT':
      return extend(row, type, scope)
    case 'DURATION_TOO_LONG':
      return setEnd(row, row.entry.start + scope.limits.maximumDuration, scope, 'fixShorten')
    case 'TIMING_OUT_OF_MEDIA':
      return scope.frameCount > row.entry.start ? setEnd(row, scope.frameCount, scope, 'fixEnd') : undefined
    case 'LINE_TOO_LONG':
    case 'TOO_MANY_LINES':
    case 'LINES_UNBALANCED':
    case 'LINE_BREAK_UNNATURAL':
    case 'ORPHAN_WORD':
    case 'TELETEXT_ROW_OVERFLOW':
      return breakAgain(row, scope)
    case 'SHOT_CHANGE_IN':
    case 'SHOT_CHANGE_OUT':
    case 'SHOT_CHANGE_CROSSED':
      return goToShots(row, scope)
    case 'EMPTY_SUBTITLE':
      return { name: 'fixRemove', values: {}, rows: removeRow(scope.rows, row.key) }
    case 'STYLE_UNSUPPORTED':
      return makePlain(row, scope)
    default:
      return undefined
  }
}

/** The list without all issues of a kind that can be fixed, one after the other, and how many that were. */
export function fixAll(type: string, scope: FixScope): { rows: Rows; count: number } {
  let { rows } = scope
  let count = 0
  for (const { key } of scope.rows) {
    const row = findRow(rows, key)
    const fix = row && hasWarning(row.entry, type) ? findFix(row, type, { ...scope, rows }) : undefined
    if (!fix) continue
    rows = fix.rows
    count += 1
  }
  return { rows, count }
}

/** The entry that is shown before another one; comments are never shown. */
function findBefore({ key }: Row, rows: Rows): Row | undefined {
  return rows
    .slice(
      0,
      rows.findIndex(row => row.key === key),
    )
    .findLast(({ entry }) => !entry.hidden)
}

function findAfter({ key }: Row, rows: Rows): Row | undefined {
  return rows.slice(rows.findIndex(row => row.key === key) + 1).find(({ entry }) => !entry.hidden)
}

/** Leaves the least gap between the entry before and this one: by ending that one, or where it would be too short by starting later. */
function endPrevious(row: Row, { rows, limits }: FixScope, name: FixName): Fix | undefined {
  const before = findBefore(row, rows)
  if (!before) return undefined
  const end = row.entry.start - limits.minimumGap
  const least = Math.min(limits.minimumDuration, before.entry.end - before.entry.start)
  const values = { gap: limits.minimumGap }
  if (end - before.entry.start >= least) return { name, values, rows: setMembers(rows, before.key, { end }) }
  const start = before.entry.end + limits.minimumGap
  if (row.entry.end - start < limits.minimumDuration) return undefined
  return { name, values, rows: setMembers(rows, row.key, { start }) }
}

function setEnd(row: Row, end: number, { rows }: FixScope, name: FixName): Fix {
  return { name, values: { frames: Math.abs(end - row.entry.end) }, rows: setMembers(rows, row.key, { end }) }
}

/** Shows it as long as it takes to read it, as far as there is room. */
function extend(row: Row, type: string, scope: FixScope): Fix | undefined {
  const { rows, limits, rate, pictures, frameCount } = scope
  const { start, end } = row.entry
  const perSecond = rate.num / rate.den
  const measures = measureEntry(row.entry, scope, limits.counting)
  const seconds = type === 'READING_SPEED_CPS' ? measures.characters / limits.charactersPerSecond : measures.seconds
  const wanted = type === 'DURATION_TOO_SHORT' ? limits.minimumDuration : Math.ceil(seconds * perSecond)
  const next = findAfter(row, rows)
  const after = (frames: number) => (pictures ? pictures.fromLabel(pictures.toLabel(start) + frames) : start + frames)
  const latest = Math.min(
    next ? next.entry.start - limits.minimumGap : Number.POSITIVE_INFINITY,
    frameCount > 0 ? frameCount : Number.POSITIVE_INFINITY,
    after(limits.maximumDuration),
  )
  const until = Math.min(after(wanted), latest)
  if (until <= end) return undefined
  const speed = writeSpeed(measureEntry({ ...row.entry, end: until }, scope, limits.counting).charactersPerSecond)
  return { name: 'fixExtend', values: { frames: until - end, speed }, rows: setMembers(rows, row.key, { end: until }) }
}

function breakAgain(row: Row, { rows, limits }: FixScope): Fix | undefined {
  const textParts = rebreak(row.entry.textParts ?? [], limits)
  return textParts && { name: 'fixLines', values: {}, rows: setMembers(rows, row.key, { textParts }) }
}

/** Edges go to the shot changes near them; one that is crossed is left on the side where less of the entry is. */
function goToShots(row: Row, { rows, shots, rate, look }: FixScope): Fix | undefined {
  const { entry } = row
  const gap = look.shots.outGapFrames
  const second = rate.num / rate.den
  const snapped = snapToShots(entry, shots, Math.round(second / 2), gap)
  const isChanged = snapped.start !== entry.start || snapped.end !== entry.end
  const crossed = shots.find(shot => shot > snapped.start && shot < snapped.end)
  if (isChanged || crossed === undefined) {
    return isChanged ? { name: 'fixShots', values: {}, rows: setMembers(rows, row.key, snapped) } : undefined
  }
  const isMostlyBefore = crossed - entry.start >= entry.end - crossed
  const times = isMostlyBefore ? { start: entry.start, end: crossed - gap } : { start: crossed, end: entry.end }
  return times.end > times.start ? { name: 'fixShots', values: {}, rows: setMembers(rows, row.key, times) } : undefined
}

function makePlain(row: Row, { rows }: FixScope): Fix | undefined {
  const parts = row.entry.textParts ?? []
  if (!parts.some(({ style }) => style?.italic)) return undefined
  const textParts = styleRange(parts, { from: 0, to: toText(parts).length }, { italic: undefined })
  return { name: 'fixPlain', values: {}, rows: setMembers(rows, row.key, { textParts }) }
}
