import {
  findDivisor,
  findTimecodeBase,
  RATE_23_976,
  RATE_24,
  RATE_25,
  RATE_29_97,
  RATE_30,
  RATE_48,
  RATE_50,
  RATE_60,
  type SampleRate,
  usualRates,
} from '@rushes/timebase'

/**
 * Disk format codes and the rates that they stand for. Tech 3264 defines 25 and 30 frames; the others are written by
 * some systems. 30 is that of 525-line television, 29.97.
 */
const ratesByFormat = {
  'STL25.01': RATE_25,
  'STL30.01': RATE_29_97,
  'STL23.01': RATE_23_976,
  'STL24.01': RATE_24,
  'STL29.01': RATE_29_97,
  'STL48.01': RATE_48,
  'STL50.01': RATE_50,
  'STL60.01': RATE_60,
} as const satisfies Record<string, SampleRate>

export type EbuStlDiskFormat = keyof typeof ratesByFormat

/** Of files that say none that is known, and for times that have no rate. */
export const defaultFormat: EbuStlDiskFormat = 'STL25.01'

export function isDiskFormat(text: string): text is EbuStlDiskFormat {
  return Object.hasOwn(ratesByFormat, text)
}

/**
 * The rate of a disk format. The code counts whole frames only: where the rate of the media is known and is the other
 * one with this count, or a multiple of it (30, 60 and 120 for 29.97, 24 for 23.976), that one is meant.
 */
export function getFormatRate(format: EbuStlDiskFormat, mediaRate: SampleRate | undefined): SampleRate {
  const rate = ratesByFormat[format]
  if (!mediaRate) return rate
  const base = findTimecodeBase(rate)
  return (
    usualRates.find(usual => findTimecodeBase(usual) === base && findDivisor(mediaRate, usual) !== undefined) ?? rate
  )
}

/** The format that holds a rate, each frame or one of several; undefined when there is none. */
export function findDiskFormat(rate: SampleRate): EbuStlDiskFormat | undefined {
  if (findDivisor(rate, RATE_25) !== undefined) return 'STL25.01'
  return [RATE_30, RATE_29_97].some(divided => findDivisor(rate, divided) !== undefined) ? 'STL30.01' : undefined
}
