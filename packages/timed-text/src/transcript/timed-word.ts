/**
 * A word of a transcript with the blank behind it, so that joined words are the text. Times are in one unit for a whole
 * list: milliseconds for what was heard, frames for what is kept; `[start, end)`.
 */
export interface TimedWord {
  readonly text: string
  readonly start: number
  readonly end: number
  /** How sure an engine is, 0 to 1. */
  readonly confidence?: number
  readonly speaker?: string
  /** The time was not heard but worked out from the words around. */
  readonly isStartInterpolated?: true
  readonly isEndInterpolated?: true
  /** An engine or a file began something new here: a segment, a cue. */
  readonly beginsSegment?: true
}

/** How long saying a text takes, compared with others: its letters, and a little for each word. */
export function weighText(text: string): number {
  return text.trim().length + 1
}

/** What words are compared by: no case, accents, punctuation or width. Empty for what is not said. */
export function foldWord(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

/** What the words say. */
export function joinText(words: readonly Pick<TimedWord, 'text'>[]): string {
  return words
    .map(({ text }) => text)
    .join('')
    .trim()
}
