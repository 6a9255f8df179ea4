import type { Frames } from '@rushes/timebase'

/**
 * A word of a transcript. What a speech engine hears between two blanks is the usual case, but any piece of text will do:
 * a syllable, a sentence, a text without blanks. Pieces that bring their own blanks are joined as they are, others with
 * a blank where their writing system has one.
 */
export interface TranscriptWord {
  readonly text: string
  /** In frames of the clip. What is absent, or cannot be true, is worked out from the words around. */
  readonly start?: Frames
  readonly end?: Frames
  readonly speaker?: string
  /** 0 to 1. */
  readonly confidence?: number
}
