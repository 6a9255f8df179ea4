import { foldWord, type TimedWord } from './timed-word.ts'

/** How a word of a house is written, and what engines make of it. */
export interface DictionaryEntry {
  readonly text: string
  readonly soundsLike?: readonly string[]
}

/** What is looked for: the folded words of a spelling. */
interface Spelling {
  readonly folded: readonly string[]
  readonly text: string
}

/**
 * Writes words as a dictionary has them: those that differ in case, accents or blanks, and those that it names. Several
 * words may become one or the other way round; together they keep their time. Answers how many places were changed.
 */
export function applyDictionary(
  words: readonly TimedWord[],
  entries: readonly DictionaryEntry[],
): { words: TimedWord[]; replaced: number } {
  const spellings = listSpellings(entries)
  const result: TimedWord[] = []
  let replaced = 0
  for (let index = 0; index < words.length; ) {
    const spelling = findSpelling(words, index, spellings)
    const taken = spelling?.folded.length ?? 1
    const old = words.slice(index, index + taken)
    const written = spelling ? write(old, spelling.text) : old
    if (written !== old && written[0]!.text !== old.map(({ text }) => text).join('')) replaced++
    result.push(...written)
    index += taken
  }
  return { words: result, replaced }
}

/** By their first word, longest first. */
function listSpellings(entries: readonly DictionaryEntry[]): Map<string, Spelling[]> {
  const spellings = entries.flatMap(({ text, soundsLike = [] }): Spelling[] =>
    [text, ...soundsLike].flatMap(spoken => {
      const folded = spoken.split(/\s+/u).map(foldWord).filter(Boolean)
      return folded.length > 0 && text.trim() !== '' ? [{ folded, text: text.trim() }] : []
    }),
  )
  return Map.groupBy(
    spellings.toSorted((a, b) => b.folded.length - a.folded.length),
    ({ folded }) => folded[0]!,
  )
}

function findSpelling(
  words: readonly TimedWord[],
  index: number,
  spellings: ReadonlyMap<string, readonly Spelling[]>,
): Spelling | undefined {
  const { speaker, text } = words[index]!
  return spellings.get(foldWord(text))?.find(({ folded }) =>
    folded.every((part, offset) => {
      const word = words[index + offset]
      if (!word || word.speaker !== speaker || foldWord(word.text) !== part) return false
      // What is written in several words is not broken by a sentence's end.
      return offset === folded.length - 1 || !/[.!?:;,]\s*$/u.test(word.text)
    }),
  )
}

/** The entry's text instead of words, with the punctuation that stood around them. */
function write(old: readonly TimedWord[], text: string): TimedWord[] {
  const [first, last] = [old[0]!, old.at(-1)!]
  const opening = /^[^\p{L}\p{N}]*/u.exec(first.text)![0]
  const closing = /[^\p{L}\p{N}]*$/u.exec(last.text)![0]
  const whole = `${opening}${text}${text.endsWith(closing.trim()) && closing.trim() !== '' ? closing.slice(closing.trimEnd().length) : closing}`
  const { confidence: _own, ...member } = first
  const sure = old.flatMap(({ confidence }) => confidence ?? [])
  return [
    {
      ...member,
      text: whole,
      end: last.end,
      ...(sure.length > 0 && { confidence: Math.min(...sure) }),
      ...(last.isEndInterpolated && { isEndInterpolated: true as const }),
    },
  ]
}
