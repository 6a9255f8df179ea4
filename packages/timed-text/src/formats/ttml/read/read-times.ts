import type { Attributes } from '../namespaces.ts'
import { add, earlier, isBefore, later, type Moment } from '../times/moment.ts'
import { parseLooseTime, parseTime, type TimeParameters } from '../times/time-expression.ts'

/** When an element is there, counted from the start of the document, and where its next child starts. */
export interface Interval {
  readonly begin: Moment
  /** Absent while nothing says when it ends. */
  readonly end: Moment | undefined
  /** The end that it says itself. */
  readonly ownEnd: Moment | undefined
  readonly isSequence: boolean
  /** In a sequence, the end of the child before; else the begin. */
  next: Moment
  /** The end of the last of the children that are over; what has none of its own ends with them (TTML1, 10.4). */
  lastEnd: Moment | undefined
  /** Whether something in it has no end: text that is not in a sequence, or a child like that. */
  isEndless: boolean
  /** Where the text of a span in a sequence begins, as long as it has nothing but text. */
  textFrom: number | undefined
}

/** No time is as late. */
const never = Number.MAX_SAFE_INTEGER

export function createInterval(
  begin: Moment,
  end: Moment | undefined,
  own: { readonly end: Moment | undefined; readonly isSequence: boolean } = { end, isSequence: false },
): Interval {
  return {
    begin,
    end,
    ownEnd: own.end,
    isSequence: own.isSequence,
    next: begin,
    lastEnd: undefined,
    isEndless: false,
    textFrom: undefined,
  }
}

export const always: Interval = createInterval(0, undefined)

/** Takes the end of a child, where the next one of a sequence starts, and what is around them may end. */
export function endChild(outer: Interval, child: Interval): void {
  if (outer === child || outer === always) return
  const end = child.ownEnd ?? (child.isEndless ? undefined : (child.lastEnd ?? child.begin))
  if (end === undefined) outer.isEndless = true
  else outer.lastEnd = outer.isSequence || outer.lastEnd === undefined ? end : later(outer.lastEnd, end)
  if (outer.isSequence) outer.next = end ?? never
}

/** The part of a time that is within an interval; undefined where none of it is. */
export function clip<T extends Pick<Interval, 'begin' | 'end'>>(
  time: T,
  interval: Pick<Interval, 'begin' | 'end'> | undefined,
): T | undefined {
  if (!interval) return time
  const begin = isBefore(time.begin, interval.begin) ? interval.begin : time.begin
  const end = earlier(time.end, interval.end)
  return end !== undefined && !isBefore(begin, end) ? undefined : { ...time, begin, end }
}

/** The interval of an element with a begin and an end in whole units, as nearly every paragraph has; else undefined. */
export function readPlainInterval(
  { begin: beginText, end: endText }: Attributes,
  parameters: TimeParameters,
): { readonly begin: number; readonly end: number } | undefined {
  if (beginText === undefined || endText === undefined) return undefined
  const begin = parseTime(beginText, parameters)
  const end = parseTime(endText, parameters)
  return typeof begin === 'number' && typeof end === 'number' ? { begin, end } : undefined
}

/** The interval of an element inside another; undefined, and reported, where a time cannot be read. */
export function readInterval(
  outer: Interval,
  attributes: Attributes,
  parameters: TimeParameters,
  report: (problem: string) => void,
): Interval | undefined {
  const { begin: beginText, end: endText, dur: durText } = attributes
  const isSequence = attributes.timeContainer?.trim() === 'seq'
  const isTimed = beginText !== undefined || endText !== undefined || durText !== undefined
  if (!isTimed && !isSequence && !outer.isSequence) return outer
  const begin = beginText === undefined ? undefined : parseLooseTime(beginText, parameters)
  const end = endText === undefined ? undefined : parseLooseTime(endText, parameters)
  const dur = durText === undefined ? undefined : parseLooseTime(durText, parameters)
  const isBroken = (text: string | undefined, time: Moment | undefined) => text !== undefined && time === undefined
  if (isBroken(beginText, begin) || isBroken(endText, end) || isBroken(durText, dur)) {
    const broken = isBroken(beginText, begin) ? beginText : isBroken(endText, end) ? endText : durText
    report(`"${broken?.slice(0, 40)}" is no time`)
    return undefined
  }
  const reference = outer.isSequence ? outer.next : outer.begin
  const toAbsolute = (time: Moment) => (parameters.isNested ? add(reference, time) : time)
  const own = begin === undefined ? reference : toAbsolute(begin)
  // An element is there only while that around it is; markers may lie before it by mistake alone.
  const start = isBefore(own, outer.begin) ? outer.begin : own
  const ownEnd = earlier(end === undefined ? undefined : toAbsolute(end), dur === undefined ? undefined : add(own, dur))
  return createInterval(start, earlier(ownEnd, outer.end), { end: ownEnd, isSequence })
}
