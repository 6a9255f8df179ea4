import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSrt } from '../formats/srt/index.ts'
import { readWebvtt } from '../formats/webvtt/index.ts'
import {
  applyDictionary,
  assignSpeakers,
  cutParagraphs,
  findSpeech,
  joinText,
  readSpeakerTurns,
  type TimedWord,
  toTranscriptWords,
  writeTranscriptCsv,
  writeTranscriptHtml,
  writeTranscriptText,
} from './index.ts'

/** Words of 400 ms, one each half second. */
function speak(text: string, from = 0, speaker?: string): TimedWord[] {
  return text.split(' ').map((word, index) => ({
    text: `${word} `,
    start: from + index * 500,
    end: from + index * 500 + 400,
    ...(speaker !== undefined && { speaker }),
  }))
}
const encode = (text: string) => new TextEncoder().encode(text)

describe('speakers', () => {
  test('each word is said by whose turn it overlaps most; a single slip inside a sentence is corrected', () => {
    const turns = readSpeakerTurns(
      JSON.stringify({
        segments: [
          { start: 0, end: 1.1, speaker: 'A' },
          { start: 1.1, end: 1.4, speaker: 'B' },
          { start: 1.45, end: 2.5, speaker: 'A' },
          { start: 2.5, end: 4, speaker: 'B' },
        ],
      }),
    )
    const words = assignSpeakers(speak('one two three four five. six seven'), turns, { reach: 500 })
    assert.deepEqual(
      words.map(({ speaker }) => speaker),
      ['A', 'A', 'A', 'A', 'A', 'B', 'B'],
    )
  })

  test('a word outside of all turns gets the nearest one within reach, or none', () => {
    const turns = readSpeakerTurns('SPEAKER clip 1 10.00 1.00 <NA> <NA> anna <NA> <NA>\n')
    const words = assignSpeakers(
      [
        { text: 'near', start: 9_300, end: 9_600 },
        { text: 'far', start: 12_000, end: 12_500 },
      ],
      turns,
      { reach: 500 },
    )
    assert.deepEqual(
      words.map(({ speaker }) => speaker),
      ['anna', undefined],
    )
  })

  test('what is no diarisation has no turns', () => {
    for (const text of ['', '{', '[]', '{"segments":[{"start":1}]}', 'SPEAKER x'])
      assert.deepEqual(readSpeakerTurns(text), [])
  })
})

describe('paragraphs', () => {
  test('end where the speaker changes and where there is silence', () => {
    const words = [...speak('one two', 0, 'A'), ...speak('three four', 1000, 'B'), ...speak('five', 9000, 'B')]
    assert.deepEqual(cutParagraphs(words).map(joinText), ['one two', 'three four', 'five'])
  })

  test('that are long enough end with their sentence, and never go on for ever', () => {
    const long = speak(`${'word '.repeat(50)}end. ${'word '.repeat(400)}`.trim())
    const paragraphs = cutParagraphs(long)
    assert.match(joinText(paragraphs[0]!), /end\.$/)
    for (const paragraph of paragraphs) assert.ok(paragraph.at(-1)!.end - paragraph[0]!.start <= 61_000)
    assert.equal(paragraphs.flat().length, long.length)
  })
})

describe('a dictionary', () => {
  const entries = [
    { text: 'EBU-TT-D', soundsLike: ['e b u t t d', 'ebu titty'] },
    { text: 'Rushes' },
    { text: 'New York' },
  ]
  test('writes words as the house does, with the punctuation around them', () => {
    const { words, replaced } = applyDictionary(speak('export (rushes), as ebu titty. In new york!'), entries)
    assert.equal(joinText(words), 'export (Rushes), as EBU-TT-D. In New York!')
    assert.equal(replaced, 3)
    const [, , , format] = words
    assert.deepEqual([format!.start, format!.end], [1500, 2400])
  })

  test('leaves alone what is written so already, and words across a sentence', () => {
    const text = 'Rushes in the new. York'
    assert.deepEqual(applyDictionary(speak(text), entries), { words: speak(text), replaced: 0 })
  })
})

describe('subtitles as transcripts', () => {
  test('the words of a cue share its time, its voice is the speaker', () => {
    const { document } = readWebvtt(
      encode('WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>Good\nday\n\n00:03.000 --> 00:04.000\n<v Bo>Hi'),
    )
    const words = toTranscriptWords(document as never)
    assert.deepEqual(
      words.map(({ text, start, end, speaker }) => [text, start, end, speaker]),
      [
        ['Good ', 1000, 1556, 'Anna'],
        ['day ', 1556, 2000, 'Anna'],
        ['Hi', 3000, 4000, 'Bo'],
      ],
    )
  })
  test('a file without text has no words', () => {
    const { document } = readSrt(encode('1\n00:00:01,000 --> 00:00:02,000\n\n'))
    assert.deepEqual(toTranscriptWords(document as never), [])
  })
})

describe('files for people', () => {
  const paragraphs = [
    { at: '10:00:01:00', speaker: 'Anna "A"', words: speak('good, day') },
    { at: '10:00:03:00', speaker: 'Anna "A"', words: speak('=1+1 <b>') },
    { at: '10:00:05:00', words: speak('hi') },
  ]
  test('a text names a speaker where he begins', () => {
    assert.equal(writeTranscriptText(paragraphs), 'Anna "A": good, day\n\n=1+1 <b>\n\nhi\n')
  })
  test('a table has the columns Media Start, Speakers, Transcript, and no formula', () => {
    assert.equal(
      writeTranscriptCsv(paragraphs),
      '\ufeffMedia Start,Speakers,Transcript\r\n10:00:01:00,"Anna ""A""","good, day"\r\n10:00:03:00,"Anna ""A""",\'=1+1 <b>\r\n10:00:05:00,,hi\r\n',
    )
  })
  test('a page shows what was written as text', () => {
    const page = writeTranscriptHtml(paragraphs, { title: '<Clip>', language: 'en' })
    assert.match(page, /<html lang="en">/)
    assert.match(page, /<p><time>10:00:03:00<\/time> <b>Anna &quot;A&quot;<\/b> =1\+1 &lt;b&gt;<\/p>/)
    assert.doesNotMatch(page, /<Clip>/)
  })
})

test('speech is found where it is louder than the rest', () => {
  const levels = Float32Array.from({ length: 200 }, (_, index) =>
    index >= 50 && index < 100 && index !== 70 ? 0.3 : 0.001,
  )
  assert.deepEqual(findSpeech(levels, { step: 20, shortestSilence: 300 }), [{ start: 1000, end: 2000 }])
})
