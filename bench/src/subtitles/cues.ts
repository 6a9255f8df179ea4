import type { Colour, Cue, MillisecondDocument, TextPart, TextStyle } from '@rushes/timed-text'
import { createRandom, type Random } from '../tools/random.ts'

const vocabulary =
  'the of and to in a that it was for on with as they at be this from have or had not what were when we there can an ' +
  "your which their said if do will each about how up out them then she many some so these would it's don't where " +
  'après été garçon naïve über schön mañana café river mountain question between another evening because thought'
const words = vocabulary.split(' ')
const colours: readonly Colour[] = ['#ffff00', '#00ffff', '#00ff00']

/** A word of made-up speech. */
export function pickWord(random: Random): string {
  return words[random.below(words.length)] ?? ''
}

/**
 * So many subtitles as broadcasters have them: one or two lines of up to 37 characters, a quarter in the colour of a
 * speaker, some words in italics, some at the top. Whole frames of 25 fps, and nothing that a format here cannot hold.
 */
export function makeSubtitles(count: number): MillisecondDocument {
  const random = createRandom(7)
  let time = 0
  const cues = Array.from({ length: count }, () => {
    const start = time
    const length = 40 * (25 + random.below(100))
    time += length + 40 * random.below(50)
    return makeCue(random, start, start + length)
  })
  return { timing: { unit: 'milliseconds' }, language: 'en', cues }
}

function makeCue(random: Random, start: number, end: number): Cue<number> {
  const colour = random.below(4) === 0 ? colours[random.below(colours.length)] : undefined
  const lines = Array.from({ length: 1 + random.below(2) }, () => makeLine(random, colour && { colour }))
  const textParts = lines.flatMap((line, index): TextPart<number>[] =>
    index === 0 ? line : [{ type: 'lineBreak' }, ...line],
  )
  const isAtTop = random.below(20) === 0
  return { start, end, textParts, ...(isAtTop && { layout: { line: { unit: 'lines', value: 0 } } }) }
}

/** A line, now and then with its first word in italics. */
function makeLine(random: Random, style: TextStyle | undefined): TextPart<number>[] {
  let text = pickWord(random)
  const first = text
  for (let word = pickWord(random); text.length + word.length < 37; word = pickWord(random)) text += ` ${word}`
  const styled = style && { style }
  if (random.below(6) > 0) return [{ type: 'text', content: text, ...styled }]
  return [
    { type: 'text', content: first, style: { ...style, italic: true } },
    { type: 'text', content: text.slice(first.length), ...styled },
  ]
}
