import { quoteExcerpt } from '../errors.ts'
import { type DateMath, type DateMathStep, evaluateDateMath, parseDateMath } from '../values/date-math.ts'
import type { Zone } from '../values/zone.ts'
import { parseFieldName } from './field-list.ts'
import { findChoice, findCount, findText, listTexts, type RawParameters, refuse, within } from './raw-parameters.ts'

/** Ranges of one size that follow one another, whose documents are counted (`facet.range`, or `facet.date`). */
export interface FacetRange {
  /** What asked for it; the older `facet.date` is of dates alone. */
  readonly kind: 'range' | 'date'
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
  /** Which bounds belong to the ranges that they bound. */
  readonly include: RangeInclusion
  /** Ranges of fewer documents are left out. */
  readonly minCount: number
}

/** Which bounds are counted (`facet.range.include`); a bound may belong to two ranges, or to none. */
export interface RangeInclusion {
  /** Of every range. */
  readonly lower: boolean
  readonly upper: boolean
  /** The outermost bounds, in the first and the last range, even where the two above leave them out. */
  readonly edge: boolean
  /** The outermost bounds, in what comes before and after, even where a range has them. */
  readonly outer: boolean
}

export type RangePoint = number | DateMath
export type RangeGap = number | readonly DateMathStep[]
const rangeOthers = ['before', 'after', 'between'] as const
export type RangeOther = (typeof rangeOthers)[number]

/** Most ranges of one field: more are no overview. */
const mostRanges = 1000

/** Reads `facet.range`, `facet.date` and their parameters, each of which may also be given for one field alone (`f.<field>.facet.range.gap`). */
export function parseFacetRanges(raw: RawParameters): FacetRange[] {
  return (['range', 'date'] as const).flatMap(kind => {
    const parameter = `facet.${kind}`
    const fields = listTexts(raw, parameter).map(text => within(parameter, () => parseFieldName({ text, position: 0 })))
    return [...new Set(fields)].map(field => parseRange(raw, kind, field))
  })
}

function parseRange(raw: RawParameters, kind: FacetRange['kind'], field: string): FacetRange {
  // The name under which a parameter is given: that of the field alone goes first.
  const name = (part: string) => {
    const own = `f.${field}.facet.${part}`
    return listTexts(raw, own).length > 0 ? own : `facet.${part}`
  }
  const of = (part: string) => name(`${kind}.${part}`)
  const gapText = need(raw, kind, of('gap')).trim()
  const start = parsePoint(of('start'), need(raw, kind, of('start')))
  const end = parsePoint(of('end'), need(raw, kind, of('end')))
  const gap = parseGap(of('gap'), gapText)
  if (kind === 'date' && typeof start === 'number') throw refuse(of('start'), 'Not a date', 'a date, as NOW/DAY-7DAYS')
  if ((typeof gap === 'number') !== (typeof start === 'number')) {
    throw refuse(of('gap'), `Unexpected ${quoteExcerpt(gapText)}`, 'a gap of the kind that the start has')
  }
  if ((typeof end === 'number') !== (typeof start === 'number')) {
    throw refuse(of('end'), 'Not of the kind that the start has', 'two numbers or two dates')
  }
  return {
    ...{ kind, field, start, end, gap, gapText },
    hardEnd: findChoice(raw, of('hardend'), ['true', 'false']) === 'true',
    others: parseWords(of('other'), listTexts(raw, of('other')), rangeOthers),
    include: parseInclusion(of('include'), raw),
    minCount: findCount(raw, name('mincount')) ?? 0,
  }
}

/**
 * The bounds of the ranges, ascending; each range reaches from one until just before the next. Dates are epoch
 * milliseconds, with `NOW` at `nowMs`, in a zone. Throws `QuerySyntaxError` for a range without end, or for too many.
 */
export function listRangeBounds(range: FacetRange, nowMs: number, zone?: Zone): number[] {
  const parameter = `facet.${range.kind}`
  const [start, end] = [toNumber(range.start, nowMs, zone), toNumber(range.end, nowMs, zone)]
  if (end < start) throw refuse(`${parameter}.end`, 'Before the start', 'an end that follows the start')
  const bounds = [start]
  for (let bound = start; bound < end; ) {
    const next = addGap(bound, range.gap, zone)
    if (!(next > bound)) throw refuse(`${parameter}.gap`, 'A gap that leads nowhere', 'a gap above zero')
    if (bounds.length > mostRanges) throw refuse(`${parameter}.gap`, 'Too many ranges', `at most ${mostRanges}`)
    bound = range.hardEnd ? Math.min(next, end) : next
    bounds.push(bound)
  }
  return bounds
}

function need(raw: RawParameters, kind: FacetRange['kind'], name: string): string {
  const text = findText(raw, name)
  if (text === undefined) throw refuse(name, 'Missing', `a value, since facet.${kind} is given`)
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

function parseGap(parameter: string, text: string): RangeGap {
  // A gap in time always has a unit behind its number.
  const steps = parseDateMath(`NOW${text}`)?.steps
  const gap = parseNumber(text) ?? (steps?.every(step => step.kind === 'add') ? steps : undefined)
  if (gap === undefined || gap === 0) {
    throw refuse(parameter, `Unexpected ${quoteExcerpt(text)}`, 'a number, or a time as +1DAY')
  }
  return gap
}

/** Some of the words, in the order of the words; `all` is each of them, `none` no further one. */
function parseWords<Word extends string>(parameter: string, texts: readonly string[], words: readonly Word[]): Word[] {
  const given = new Set(texts.map(text => text.trim()))
  for (const text of given) {
    if (text === 'all' || text === 'none' || words.some(word => word === text)) continue
    throw refuse(parameter, `Unexpected ${quoteExcerpt(text)}`, `${words.join(', ')}, all or none`)
  }
  return given.has('all') ? [...words] : words.filter(word => given.has(word))
}

/** Without a word of its own, each range has its lower bound. */
function parseInclusion(parameter: string, raw: RawParameters): RangeInclusion {
  const texts = listTexts(raw, parameter)
  const words = texts.length === 0 ? ['lower'] : parseWords(parameter, texts, ['lower', 'upper', 'edge', 'outer'])
  const has = (word: string) => words.includes(word)
  return { lower: has('lower'), upper: has('upper'), edge: has('edge'), outer: has('outer') }
}

function toNumber(point: RangePoint, nowMs: number, zone: Zone | undefined): number {
  return typeof point === 'number' ? point : evaluateDateMath(point, nowMs, zone)
}

function addGap(bound: number, gap: RangeGap, zone: Zone | undefined): number {
  return typeof gap === 'number' ? bound + gap : evaluateDateMath({ base: bound, steps: gap }, 0, zone)
}
