import { type DateMath, type DateMathStep, evaluateDateMath, parseDateMath } from './date-math.ts'
import { quoteExcerpt } from './errors.ts'
import { parseFieldName } from './field-list.ts'
import { findChoice, findText, listTexts, type RawParameters, refuse, within } from './raw-parameters.ts'

/** Ranges of one size that follow one another, whose documents are counted (`facet.range`). */
export interface FacetRange {
  readonly field: string
  readonly start: RangePoint
  readonly end: RangePoint
  readonly gap: RangeGap
  /** As the request wrote the gap. */
  readonly gapText: string
  /** Whether the last range ends at `end`; otherwise it is as large as the others. */
  readonly hardEnd: boolean
  /** What is counted beside the ranges. */
  readonly others: readonly RangeOther[]
}

export type RangePoint = number | DateMath
export type RangeGap = number | readonly DateMathStep[]
const rangeOthers = ['before', 'after', 'between'] as const
export type RangeOther = (typeof rangeOthers)[number]

/** Most ranges of one field: more are no overview. */
const mostRanges = 1000

/** Reads `facet.range` and its parameters, which hold for all of its fields. */
export function parseFacetRanges(raw: RawParameters): FacetRange[] {
  const fields = [...new Set(listTexts(raw, 'facet.range').map(parseName))]
  if (fields.length === 0) return []
  const gapText = need(raw, 'facet.range.gap').trim()
  const common = {
    start: parsePoint('facet.range.start', need(raw, 'facet.range.start')),
    end: parsePoint('facet.range.end', need(raw, 'facet.range.end')),
    gap: parseGap(gapText),
    gapText,
    hardEnd: findChoice(raw, 'facet.range.hardend', ['true', 'false']) === 'true',
    others: parseOthers(listTexts(raw, 'facet.range.other')),
  }
  if ((typeof common.gap === 'number') !== (typeof common.start === 'number')) {
    throw refuse('facet.range.gap', `Unexpected ${quoteExcerpt(gapText)}`, 'a gap of the kind that the start has')
  }
  if ((typeof common.end === 'number') !== (typeof common.start === 'number')) {
    throw refuse('facet.range.end', 'Not of the kind that the start has', 'two numbers or two dates')
  }
  return fields.map(field => ({ field, ...common }))
}

/**
 * The bounds of the ranges, ascending; each range reaches from one until just before the next. Dates are epoch
 * milliseconds, with `NOW` at `nowMs`. Throws `QuerySyntaxError` for a range without end, or for too many.
 */
export function listRangeBounds(range: FacetRange, nowMs: number): number[] {
  const [start, end] = [toNumber(range.start, nowMs), toNumber(range.end, nowMs)]
  if (end < start) throw refuse('facet.range.end', 'Before the start', 'an end that follows the start')
  const bounds = [start]
  for (let bound = start; bound < end; ) {
    const next = addGap(bound, range.gap)
    if (!(next > bound)) throw refuse('facet.range.gap', 'A gap that leads nowhere', 'a gap above zero')
    if (bounds.length > mostRanges) throw refuse('facet.range.gap', 'Too many ranges', `at most ${mostRanges}`)
    bound = range.hardEnd ? Math.min(next, end) : next
    bounds.push(bound)
  }
  return bounds
}

function parseName(text: string): string {
  return within('facet.range', () => parseFieldName({ text, position: 0 }))
}

function need(raw: RawParameters, name: string): string {
  const text = findText(raw, name)
  if (text === undefined) throw refuse(name, 'Missing', 'a value, since facet.range is given')
  return text
}

function parseNumber(text: string): number | undefined {
  const number = /^[+-]?\d{1,16}(?:\.\d{1,16})?$/.test(text) ? Number(text) : undefined
  return number === undefined || Math.abs(number) > Number.MAX_SAFE_INTEGER ? undefined : number
}

function parsePoint(parameter: string, text: string): RangePoint {
  const point = parseNumber(text.trim()) ?? parseDateMath(text.trim())
  if (point === undefined) throw refuse(parameter, `Unexpected ${quoteExcerpt(text)}`, 'a number or a date')
  return point
}

function parseGap(text: string): RangeGap {
  // A gap in time always has a unit behind its number.
  const steps = parseDateMath(`NOW${text}`)?.steps
  const gap = parseNumber(text) ?? (steps?.every(step => step.kind === 'add') ? steps : undefined)
  if (gap === undefined || gap === 0) {
    throw refuse('facet.range.gap', `Unexpected ${quoteExcerpt(text)}`, 'a number, or a time as +1DAY')
  }
  return gap
}

function parseOthers(texts: readonly string[]): RangeOther[] {
  const others = new Set<RangeOther>()
  for (const text of texts.map(text => text.trim())) {
    const known = rangeOthers.find(other => other === text)
    if (known) others.add(known)
    else if (text === 'all') for (const other of rangeOthers) others.add(other)
    else if (text !== 'none') {
      throw refuse('facet.range.other', `Unexpected ${quoteExcerpt(text)}`, `${rangeOthers.join(', ')}, all or none`)
    }
  }
  return [...others]
}

function toNumber(point: RangePoint, nowMs: number): number {
  return typeof point === 'number' ? point : evaluateDateMath(point, nowMs)
}

function addGap(bound: number, gap: RangeGap): number {
  return typeof gap === 'number' ? bound + gap : evaluateDateMath({ base: bound, steps: gap }, 0)
}
