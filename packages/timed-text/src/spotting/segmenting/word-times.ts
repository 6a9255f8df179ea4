import type { SampleRate } from '@rushes/timebase'

/** What counts for the time that a text takes: its characters and the blank after it. */
interface TimedText {
  readonly weight: number
  readonly start?: number | undefined
  readonly end?: number | undefined
}

/** When a text is spoken, in frames; a time that was worked out may lie between two. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Speech where nothing tells how fast it is, and the slowest that is believed, in characters a second. */
const usualSpeed = 15
const slowestSpeed = 5
const latestFrame = 2 ** 48

/**
 * When each text is spoken: spans in order, none over another. Starts that contradict the order of the texts are taken
 * for unknown, as few as possible; texts with unknown times share the time between their neighbours by their length.
 */
export function settleTimes(texts: readonly TimedText[], rate: SampleRate): Span[] {
  const framesPerSecond = rate.num / rate.den
  const anchors = findIncreasing(texts)
  const spans: Span[] = []
  const weigh = (from: number, until: number) => {
    let weight = 0
    for (let index = from; index < until; index++) weight += texts[index]!.weight
    return weight
  }
  const lengthAt = (speed: number, from: number, until: number) => (weigh(from, until) / speed) * framesPerSecond
  const share = (from: number, until: number, start: number, end: number) => {
    const perWeight = (end - start) / Math.max(1, weigh(from, until))
    let time = start
    for (let index = from; index < until; index++) {
      const next = Math.min(end, time + perWeight * texts[index]!.weight)
      spans[index] = { start: time, end: next }
      time = next
    }
  }
  const first = anchors[0] ?? texts.length
  const firstStart = texts[first]?.start ?? lengthAt(usualSpeed, 0, first)
  share(0, first, Math.max(0, firstStart - lengthAt(usualSpeed, 0, first)), firstStart)
  for (const [position, anchor] of anchors.entries()) {
    const next = anchors[position + 1]
    const { start = 0, end = Number.NaN } = texts[anchor]!
    const until = next ?? texts.length
    const isEndKnown = end > start && end <= latestFrame
    const from = isEndKnown ? anchor + 1 : anchor
    const limit = next === undefined ? Number.POSITIVE_INFINITY : texts[next]!.start!
    const spoken = isEndKnown ? Math.min(end, limit) : start
    const speed = next === undefined ? usualSpeed : slowestSpeed
    if (isEndKnown) spans[anchor] = { start, end: spoken }
    share(from, until, spoken, Math.min(limit, spoken + lengthAt(speed, from, until)))
  }
  return spans
}

/** The longest choice of texts, in order, whose starts increase. */
function findIncreasing(texts: readonly TimedText[]): number[] {
  const tails: number[] = []
  const previous = new Int32Array(texts.length).fill(-1)
  for (const [index, { start }] of texts.entries()) {
    if (start === undefined || !(start >= 0 && start <= latestFrame)) continue
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (texts[tails[middle]!]!.start! < start) low = middle + 1
      else high = middle
    }
    if (low > 0) previous[index] = tails[low - 1]!
    tails[low] = index
  }
  const chosen: number[] = []
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index]!) chosen.push(index)
  return chosen.reverse()
}
