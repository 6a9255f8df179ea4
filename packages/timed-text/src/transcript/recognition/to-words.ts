import { settleTimes } from '../alignment/settle-times.ts'
import { settleBlanks } from '../split-text.ts'
import type { TimedWord } from '../timed-word.ts'
import { defined } from './members.ts'

/** A piece of what was heard, as an engine gives it: a word, or a part of one. */
export interface HeardPiece {
  /** With the blanks that the engine gives it. */
  readonly text: string
  /** Milliseconds; not known where absent. */
  readonly start?: number | undefined
  readonly end?: number | undefined
  readonly confidence?: number | undefined
  readonly speaker?: string | undefined
  readonly beginsSegment?: boolean | undefined
}

/** Pieces as words: parts of words joined, blanks behind them, every time settled. */
export function toWords(pieces: readonly HeardPiece[]): TimedWord[] {
  const heard = pieces.filter(({ text }) => text.trim() !== '')
  const blanks = settleBlanks(heard.map(({ text }) => text))
  const words: (HeardPiece & { text: string })[] = []
  for (const [index, piece] of heard.entries()) {
    const { text, continues } = blanks[index]!
    const before = words.at(-1)
    if (before && continues && !piece.beginsSegment) words[words.length - 1] = join(before, { ...piece, text })
    else words.push({ ...piece, text })
  }
  return settleTimes(
    words.map(({ text, start, end, confidence, speaker, beginsSegment }) => ({
      text,
      start,
      end,
      ...defined({ confidence, speaker }),
      ...(beginsSegment === true && { beginsSegment: true as const }),
    })),
  )
}

/** Two parts of a word: as sure as the less sure one. */
function join(first: HeardPiece, second: HeardPiece): HeardPiece {
  const sure = [first.confidence, second.confidence].filter(share => share !== undefined)
  return {
    ...first,
    text: first.text + second.text,
    end: second.end ?? first.end,
    confidence: sure.length > 0 ? Math.min(...sure) : undefined,
  }
}
