/** What an AdvancedSubtitleRequest means; throws what contradicts itself (400) or cannot be (422). Pure. */

import {
  type AdvancedSubtitleRequest,
  brokenRule,
  type FrameRateConversionOptions,
  malformed,
  type SubtitleTimingCorrection,
} from '@rushes/contract'
import {
  createSampleRate,
  mayDropFrame,
  parseTimecode,
  type SampleRate,
  TimebaseError,
  usualRates,
} from '@rushes/timebase'
import { type FrameRateConversion, readTimingCorrections, type TimingCorrection } from '@rushes/timed-text'
import type { StoredInputFile } from './input-file.ts'

/** The request as it is kept: what came within it lies elsewhere. */
export type StoredRequest = Omit<
  AdvancedSubtitleRequest,
  'importFileResource' | 'speechAlignmentFileResource' | 'language'
> & {
  readonly language: string
  readonly importFileResource?: StoredInputFile
  readonly speechAlignmentFileResource?: StoredInputFile
}

/** The tasks of a run, in their order. */
export const automaticTasks = [
  'check',
  'recognise',
  'align',
  'import',
  'compose',
  'convert',
  'removeBlanks',
  'correct',
  'alignToShots',
  'showSpeakers',
  'store',
] as const
export type AutomaticTask = (typeof automaticTasks)[number]

type Asked = Pick<
  AdvancedSubtitleRequest,
  | 'generateSubtitleFromTranscript'
  | 'generateTranscriptFromASR'
  | 'generateTranscriptFromASA'
  | 'removeBlankSubtitles'
  | 'applyFrameRateConversion'
  | 'subtitleTimingCorrections'
  | 'applyShotAlignment'
  | 'applySpeakerIds'
> & { readonly importFileResource?: object }

/** The tasks that a request asks for; the others are skipped from the beginning. */
export function listAskedTasks(request: Asked): AutomaticTask[] {
  const isImport = request.importFileResource !== undefined
  const isComposed = !isImport && (request.generateSubtitleFromTranscript !== false || changesSubtitles(request))
  const isAsked: Record<AutomaticTask, boolean> = {
    check: true,
    recognise: request.generateTranscriptFromASR === true,
    align: request.generateTranscriptFromASA === true,
    import: isImport,
    compose: isComposed,
    convert: request.applyFrameRateConversion === true,
    // "applies to import"
    removeBlanks: isImport && request.removeBlankSubtitles === true,
    correct: (request.subtitleTimingCorrections?.length ?? 0) > 0,
    alignToShots: request.applyShotAlignment === true,
    showSpeakers: request.applySpeakerIds === true,
    store: isImport || isComposed,
  }
  return automaticTasks.filter(task => isAsked[task])
}

/** Whether it asks for something to be done to subtitles, wherever they come from. */
export function changesSubtitles(request: Asked): boolean {
  return (
    request.applyFrameRateConversion === true ||
    (request.subtitleTimingCorrections?.length ?? 0) > 0 ||
    request.applyShotAlignment === true ||
    request.applySpeakerIds === true
  )
}

/** Throws BadRequestError for flags that contradict each other, or name what is not there. */
export function assertConsistent(request: AdvancedSubtitleRequest): asserts request is AdvancedSubtitleRequest & {
  language: string
} {
  if (request.language === undefined || request.language === '') throw malformed('/language', 'is needed')
  if (request.generateTranscriptFromASR && request.generateTranscriptFromASA) {
    throw malformed(
      '/generateTranscriptFromASA',
      'a transcript comes from recognition or from alignment, not from both',
    )
  }
  if (request.generateTranscriptFromASA && !request.speechAlignmentFileResource) {
    throw malformed('/speechAlignmentFileResource', 'is needed: the text that is spoken')
  }
  if (request.importFileResource && request.generateSubtitleFromTranscript) {
    throw malformed('/generateSubtitleFromTranscript', 'subtitles come from a transcript or from a file, not from both')
  }
  if (request.applyFrameRateConversion && !request.frameRateConversionOptions) {
    throw malformed('/frameRateConversionOptions', 'is needed: the rate that the times are of')
  }
  if (listAskedTasks(request).length === 1) {
    throw malformed('/generateSubtitleFromTranscript', 'the request asks for nothing else')
  }
}

/** From what rate times are converted. Throws ValidationError with the path. */
export function readConversion(options: FrameRateConversionOptions): FrameRateConversion {
  const path = '/frameRateConversionOptions'
  const { sourceFrameRate, sourceStartTimecode, mode = 'resample' } = options
  if (sourceFrameRate === undefined) throw brokenRule(`${path}/sourceFrameRate`, 'is needed')
  const sourceRate = readRate(sourceFrameRate, `${path}/sourceFrameRate`)
  const ofRate = typeof sourceFrameRate === 'object' ? sourceFrameRate.drop_frame : undefined
  const sourceDropFrame = options.sourceDropFrame ?? ofRate
  if (sourceDropFrame && !mayDropFrame(sourceRate)) {
    throw brokenRule(`${path}/sourceDropFrame`, 'exists at 30000/1001 and 60000/1001 only')
  }
  const conversion = {
    sourceRate,
    mode,
    ...(sourceDropFrame !== undefined && { sourceDropFrame }),
    ...(sourceStartTimecode !== undefined && { sourceStartTimecode }),
  }
  if (sourceStartTimecode !== undefined) assertTimecode(conversion, sourceStartTimecode, `${path}/sourceStartTimecode`)
  return conversion
}

/** A number means the usual rate that is written so: 23.98 and 23.976 are 24000/1001. */
function readRate(rate: NonNullable<FrameRateConversionOptions['sourceFrameRate']>, path: string): SampleRate {
  try {
    if (typeof rate === 'object') return createSampleRate(rate.numerator, rate.denumerator ?? 1)
    if (Number.isInteger(rate)) return createSampleRate(rate)
  } catch (error) {
    if (error instanceof TimebaseError) throw brokenRule(path, 'must be a fraction of positive whole numbers')
    throw error
  }
  const usual = usualRates.find(({ num, den }) => Math.abs(num / den - rate) < 0.005)
  if (!usual) throw brokenRule(path, 'must be a usual rate, or a fraction')
  return usual
}

function assertTimecode({ sourceRate, sourceDropFrame }: FrameRateConversion, text: string, path: string): void {
  try {
    parseTimecode(text, { rate: sourceRate, dropFrame: sourceDropFrame ?? text.includes(';') })
  } catch (error) {
    if (error instanceof TimebaseError) throw brokenRule(path, error.message)
    throw error
  }
}

/** How times are corrected. Throws ValidationError with the path of the first fault. */
export function readCorrections(given: readonly SubtitleTimingCorrection[]): readonly TimingCorrection[] {
  const { corrections, faults } = readTimingCorrections(given)
  const [fault] = faults
  if (fault) throw brokenRule(`/subtitleTimingCorrections${fault.path}`, fault.message)
  return corrections
}
