import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { readPreset, type SubtitlePreset, segmentTranscript, shippedPresets, type TranscriptWord } from './index.ts'
import { listTexts } from './testing/documents.ts'
import { speak } from './testing/speech.ts'

/*
 * A transcript of our own and the subtitles that an editor would make of it: `/` ends a line, `//` a subtitle. Segmentation
 * is measured against them as others do it, by the F1 score of breaks, beside filling lines until they are full.
 */
const edited = `
[Ann:] When I was young, my father kept bees / behind the house on the hill. // [0.4]
Every summer he would carry / the hives down to the orchard, // and nobody was allowed / to come anywhere near them. // [1.2]
[Bob:] Did you ever get stung? // [0.3]
[Ann:] Of course I did. // [0.5] More often than I can remember. // [0.4]
But he always said that bees / only sting those who are afraid. // [0.9]
I never believed him, / although I wanted to. // [0.6]
One morning in July, the largest swarm / that anyone in the village had ever seen // [0.2]
settled on the roof of the church, // and they had to ring up my father // because the priest refused to go inside. // [1.5]
[Bob:] What did he do? // [0.4]
[Ann:] He climbed up with an old bedsheet / and a cardboard box, // [0.3]
and half an hour later / he came down again with all of them. // [0.8]
The whole town was watching. // [0.4]
He was not wearing gloves, / and he was not stung once. // [1.0]
From that day on I believed every word, // [0.3] and I have kept bees myself / for more than thirty years now. //
`

const isMark = (part: string) => part === '/' || part === '//'
const words = speak(
  edited
    .split(/\s+/)
    .filter(part => part && !isMark(part))
    .join(' '),
)

/** What follows each word: `/`, `//` or nothing. */
function listBreaks(text: string): string[] {
  const breaks: string[] = []
  for (const part of text.trim().split(/\s+/)) {
    if (isMark(part)) breaks[breaks.length - 1] = part
    else if (!/^\[.+\]$/.test(part)) breaks.push('')
  }
  return breaks
}

function toText(texts: readonly string[]): string {
  return texts.map(text => `${text.replaceAll('\n', ' / ')} //`).join(' ')
}

function rate(found: readonly string[], kind: string): number {
  const expected = listBreaks(edited)
  assert.equal(found.length, expected.length)
  const isSo = (mark: string) => (kind === 'all' ? mark !== '' : mark === kind)
  const hits = found.filter((mark, index) => isSo(mark) && isSo(expected[index]!)).length
  return (2 * hits) / (found.filter(isSo).length + expected.filter(isSo).length)
}

/** The usual way: words until a line is full, lines until a subtitle is, and a new one after a pause. */
function fill(words: readonly TranscriptWord[], { spotting }: SubtitlePreset): string[] {
  const cues: string[][] = []
  for (const [index, { text, start = 0 }] of words.entries()) {
    const before = words[index - 1]
    const lines = cues.at(-1)
    const line = lines?.at(-1)
    const isSame = before && before.speaker === words[index]!.speaker && start - before.end! < 15
    if (!lines || line === undefined || !isSame) cues.push([text])
    else if (line.length + 1 + text.length <= spotting.maximumLineLength) lines[lines.length - 1] = `${line} ${text}`
    else if (lines.length < spotting.maximumLineCount) lines.push(text)
    else cues.push([text])
  }
  return cues.map(lines => lines.join('\n'))
}

describe('on a transcript with known subtitles', () => {
  const { preset } = readPreset({ basedOn: 'online' })
  const found = listBreaks(toText(listTexts(segmentTranscript(words, preset, { rate: RATE_25, language: 'en' }))))
  const filled = listBreaks(toText(fill(words, preset)))

  for (const [kind, least] of [
    ['all', 0.85],
    ['//', 0.8],
    ['/', 0.55],
  ] as const) {
    test(`breaks (${kind}) are found, and better than by filling lines`, () => {
      const [score, baseline] = [rate(found, kind), rate(filled, kind)]
      assert.ok(score >= least && score > baseline, `${score.toFixed(3)}, filled ${baseline.toFixed(3)}`)
    })
  }

  test('the same words without times, or in a language that is not known, break nearly as well', () => {
    const bare = words.map(({ text, speaker }) => ({ text, ...(speaker && { speaker }) }))
    for (const [input, language] of [
      [bare, 'en'],
      [words, 'xx'],
    ] as const) {
      const texts = listTexts(segmentTranscript(input, shippedPresets.online, { rate: RATE_25, language }))
      const score = rate(listBreaks(toText(texts)), 'all')
      assert.ok(score >= 0.75, `${language} ${score.toFixed(3)}`)
    }
  })
})

test('segmentation takes time in proportion to the number of words', () => {
  const cost = (count: number) => {
    const long = Array.from({ length: count }, (_, index) => {
      const { start = 0, end = 0, ...word } = words[index % words.length]!
      const shift = Math.floor(index / words.length) * 2500
      return { ...word, start: start + shift, end: end + shift }
    })
    const begin = process.cpuUsage()
    segmentTranscript(long, shippedPresets.online, { rate: RATE_25, language: 'en' })
    return process.cpuUsage(begin).user / 1000
  }
  cost(10_000)
  const [smallMs, largeMs] = [cost(10_000), cost(80_000)]
  // A quadratic cost would be 64 times as much.
  assert.ok(smallMs < 3000 && largeMs < 24 * smallMs + 500, `${smallMs} ms, then ${largeMs} ms`)
})
