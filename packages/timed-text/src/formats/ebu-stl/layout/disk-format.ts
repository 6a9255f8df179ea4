import {
  createSampleRate,
  findTimecodeBase,
  RATE_23_976,
  RATE_24,
  RATE_25,
  RATE_29_97,
  RATE_48,
  RATE_50,
  RATE_60,
  type SampleRate,
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
 * The rate of a disk format. The code counts whole frames only, so that where the rate of the media is known and counts
 * the same (30 and 29.97, 24 and 23.976) that rate is meant.
 */
export function getFormatRate(format: EbuStlDiskFormat, mediaRate: SampleRate | undefined): SampleRate {
  const rate = ratesByFormat[format]
  return mediaRate && findTimecodeBase(mediaRate) === findTimecodeBase(rate) ? mediaRate : rate
}

/** The format that holds a rate, each frame or each second one; undefined when there is none. */
export function findDiskFormat(rate: SampleRate): EbuStlDiskFormat | undefined {
  const base = findTimecodeBase(rate)
  if (base === 25 || base === 50) return 'STL25.01'
  return base === 30 || base === 60 ? 'STL30.01' : undefined
}

/** The rate of which every frame is two of this one. */
export function halveRate({ num, den }: SampleRate): SampleRate {
  return createSampleRate(num, den * 2)
}
