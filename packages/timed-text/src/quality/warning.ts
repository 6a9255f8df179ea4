import type { Severity } from '../document/diagnostics.ts'

/** What is wrong with a subtitle, for programs: the ids of the rules. */
export type QualityCode =
  | 'EMPTY_SUBTITLE'
  | 'COMMENT_ENTRY'
  | 'LOW_CONFIDENCE'
  | 'TIMING_ORDER'
  | 'TIMING_OVERLAP'
  | 'TIMING_OUT_OF_MEDIA'
  | 'DURATION_TOO_SHORT'
  | 'DURATION_TOO_LONG'
  | 'GAP_TOO_SHORT'
  | 'GAP_NOT_CHAINED'
  | 'READING_SPEED_CPS'
  | 'READING_SPEED_WPM'
  | 'LINE_TOO_LONG'
  | 'TOO_MANY_LINES'
  | 'LINES_UNBALANCED'
  | 'LINE_BREAK_UNNATURAL'
  | 'ORPHAN_WORD'
  | 'SPELLING'
  | 'TELETEXT_ROW_OVERFLOW'
  | 'STYLE_UNSUPPORTED'
  | 'SPEAKER_MIXED'
  | 'SPEAKER_COLOUR_REUSED'
  | 'SHOT_CHANGE_IN'
  | 'SHOT_CHANGE_OUT'
  | 'SHOT_CHANGE_CROSSED'

/** What a rule found in a subtitle. */
export interface Finding {
  /** What was measured, in the unit of the rule. */
  readonly value: number
  /** What it is compared with, where that is not the limit of the rule. */
  readonly limit?: number
  /** Index of the line in the subtitle, from 0. */
  readonly line?: number
  /** Index in the text parts of the subtitle. */
  readonly partIndex?: number
  /** The word that is meant. */
  readonly text?: string
}

/** A finding as it is kept with a subtitle. */
export interface QualityWarning extends Finding {
  readonly type: QualityCode
  readonly severity: Severity
  /** One sentence for people. */
  readonly message: string
}
