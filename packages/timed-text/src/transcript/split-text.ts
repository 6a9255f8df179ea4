import { isUnspaced, segmentWords } from '../text/scripts.ts'

/** A text as words, each with the blank behind it; the last has none. What stands between blanks is one word, but in writing systems without blanks. */
export function splitText(text: string): string[] {
  const pieces = text
    .trim()
    .split(/\s+/u)
    .filter(piece => piece !== '')
  return pieces.flatMap((piece, index) => {
    const blank = index < pieces.length - 1 ? ' ' : ''
    if (!isUnspaced(piece)) return [piece + blank]
    const words = joinPunctuation(piece)
    return words.map((word, place) => (place === words.length - 1 ? word + blank : word))
  })
}

/** The words of a text without blanks; punctuation goes with the word before it, or with the first one. */
function joinPunctuation(text: string): string[] {
  const words: string[] = []
  let opening = ''
  for (const { text: segment, isWord } of segmentWords(text)) {
    if (isWord) {
      words.push(opening + segment)
      opening = ''
    } else if (words.length > 0) words[words.length - 1] += segment
    else opening += segment
  }
  return opening === '' ? words : [...words, opening]
}

/**
 * Texts as engines give them, each with its one blank behind it. Engines bring blanks in front (` blade`), behind, or
 * none at all; where they bring them, a text without one goes on with the word before.
 */
export function settleBlanks(texts: readonly string[]): { text: string; continues: boolean }[] {
  const brings = texts.filter((text, index) => index > 0 && (/^\s/.test(text) || /\s$/.test(texts[index - 1]!))).length
  const hasBlanks = brings > 0 && 5 * brings >= texts.length - 1
  return texts.map((text, index) => {
    const next = texts[index + 1]
    const before = texts[index - 1]
    const isApart = before === undefined || /^\s/.test(text) || /\s$/.test(before)
    const continues = index > 0 && (hasBlanks ? !isApart && !standsAlone(before ?? '', text) : false)
    const needsBlank =
      next !== undefined && (hasBlanks ? /\s$/.test(text) || /^\s/.test(next) : !joinsWithout(text, next))
    return { text: text.trim() + (needsBlank ? ' ' : ''), continues }
  })
}

/** Words of writing systems without blanks are words of their own. */
function standsAlone(before: string, text: string): boolean {
  return isUnspaced(text) && isUnspaced(before)
}

function joinsWithout(text: string, next: string): boolean {
  return isUnspaced(text.slice(-1)) || isUnspaced(next.slice(0, 1))
}
