import { createSampleRate, isSameRate, type SampleRate, usualRates } from '@rushes/timebase'

/** How many frames of a rate last as long as one of a slower rate; undefined where that is no whole number. */
export function findDivisor(rate: SampleRate, slower: SampleRate): number | undefined {
  const divisor = Math.round((rate.num * slower.den) / (rate.den * slower.num))
  if (divisor < 1 || !isSameRate(createSampleRate(rate.num, rate.den * divisor), slower)) return undefined
  return divisor
}

/** The fastest rate with a timecode that divides a rate: its own, or 50 for 100 and 59.94 for 119.88. */
export function findLabelRate(rate: SampleRate): SampleRate | undefined {
  return usualRates.findLast(usual => findDivisor(rate, usual) !== undefined)
}
