/** What is said of a file that is imported. */

import type { AdvancedSubtitleRequest } from '@rushes/contract'
import { readBase64 } from './file-field.tsx'

/**
 * What times of a file are counted from: the first frame of the clip, the timecode of the clip, or the start of the
 * programme that the file names.
 */
export type TimesBase = 'media' | 'smpte' | 'programme'

export interface TimesChoice {
  /** `at`: from a timecode of the file. Undefined: as the service finds out. */
  readonly base: TimesBase | 'at' | undefined
  /** The timecode of the file at the first frame of the clip, as typed. */
  readonly at: string
  /** Frames a second of the film that the file was made for, where the clip has others; else empty. */
  readonly rate: string
}

export const foundTimes: TimesChoice = { base: undefined, at: '', rate: '' }

type ImportRequest = Pick<
  AdvancedSubtitleRequest,
  'importFileResource' | 'applyFrameRateConversion' | 'frameRateConversionOptions'
>

/**
 * The file with its bytes, and what its times are. Where it was made for another rate, its times keep their frames, and
 * the service does not place them by timecode.
 */
export async function toImportRequest(file: File, { base, at, rate }: TimesChoice): Promise<ImportRequest> {
  const resource = { fileName: file.name, content: await readBase64(file) }
  if (rate !== '') {
    return {
      importFileResource: resource,
      applyFrameRateConversion: true,
      frameRateConversionOptions: { sourceFrameRate: Number(rate), mode: 'retime' },
    }
  }
  return {
    importFileResource: {
      ...resource,
      ...((base === 'media' || base === 'smpte') && { timeBase: base }),
      ...(base === 'programme' && { startOfProgramme: 'subtract' }),
      ...(base === 'at' && { startOfProgramme: at.trim() }),
    },
  }
}
