import type { TimedWord } from '@rushes/timed-text'

/** Something that readers of the transcript should know. */
export interface TranscriptWarning {
  readonly code: string
  readonly message: string
  /** Frames. */
  readonly start?: number
  readonly end?: number
}

/** What the report of the task tells. */
export interface TranscriptReport extends Record<string, unknown> {
  readonly language: string
  /** Absent where none was asked. */
  readonly engine?: string
  readonly paragraphs: number
  readonly words: number
  /** Mean of the words. */
  readonly confidence?: number
  /** Paragraphs of an earlier transcript that have gone. */
  readonly replaced: number
  /** Places that were written as the dictionary has them. */
  readonly respelled: number
  readonly warnings: readonly TranscriptWarning[]
}

/** The mean of what is known, to four places. */
export function toMeanConfidence(words: readonly TimedWord[]): number | undefined {
  const sure = words.flatMap(({ confidence }) => confidence ?? [])
  if (sure.length === 0) return undefined
  return Math.round((sure.reduce((sum, one) => sum + one, 0) / sure.length) * 10_000) / 10_000
}

/** That the engine heard another language than it was asked for. */
export function listLanguageWarnings(language: string, heard: string | undefined): TranscriptWarning[] {
  if (heard === undefined || heard.split('-')[0] === language.split('-')[0]) return []
  return [{ code: 'OTHER_LANGUAGE', message: `The engine heard ${heard}, not ${language}` }]
}

/** That speakers were told apart in each part of the sound by itself. */
export function listSpeakerWarnings(words: readonly TimedWord[], parts: number): TranscriptWarning[] {
  if (parts < 2 || !words.some(({ speaker }) => speaker !== undefined)) return []
  const message = `Speakers were told apart in each of ${parts} parts: one person may have several names`
  return [{ code: 'SPEAKERS_BY_PART', message }]
}
