import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formats } from '../formats/ttml/testing/validated.ts'
import { type Cue, type MillisecondDocument, toMillisecondDocument, toPlainText } from '../index.ts'

const says = (start: number, end: number, content: string): Cue<number> => ({
  start,
  end,
  textParts: [{ type: 'text', content }],
})
const toDocument = (...cues: Cue<number>[]): MillisecondDocument => ({ timing: { unit: 'milliseconds' }, cues })

function writeAndRead(format: (typeof formats)[keyof typeof formats], document: MillisecondDocument) {
  const { content, diagnostics } = format.write(document)
  const read = format.read(content)
  return {
    texts: toMillisecondDocument(read.document).cues.map(cue => toPlainText(cue.textParts)),
    faults: read.diagnostics.filter(({ code }) => code === 'TIMING_ORDER'),
    reported: diagnostics.filter(({ code }) => code === 'EXPORT_TIMING_REPAIRED'),
  }
}

describe('cues that are not in the order of their times', () => {
  const document = toDocument(says(18_000, 19_000, 'c'), says(8000, 9000, 'a'), says(8000, 8500, 'b'))

  for (const format of [formats.srt, formats.webvtt, formats.ebustl]) {
    test(`are sorted in ${format.label}, and reported`, () => {
      const { texts, faults, reported } = writeAndRead(format, document)
      assert.deepEqual(texts, ['a', 'b', 'c'])
      assert.deepEqual(faults, [])
      assert.deepEqual(
        reported.map(({ severity, cueIndex }) => [severity, cueIndex]),
        [['info', 1]],
      )
    })
  }

  test('keep their order in TTML, which has none', () => {
    assert.deepEqual(writeAndRead(formats.ebuttd, document).texts, ['c', 'a', 'b'])
  })

  test('of an EBU STL file keep its order', () => {
    const first = formats.ebustl.write(toDocument(says(8000, 9000, 'a'), says(18_000, 19_000, 'c')))
    const blocks = Buffer.from(first.content)
    const turned = Buffer.concat([blocks.subarray(0, 1024), blocks.subarray(1152), blocks.subarray(1024, 1152)])
    const { document } = formats.ebustl.read(turned)
    assert.deepEqual(Buffer.from(formats.ebustl.write(document).content), turned)
  })
})

describe('cues that end before they start, or as they start', () => {
  const document = toDocument(says(1000, 2000, 'a'), says(45_000, 40_000, 'b'), says(50_000, 50_000, 'c'))

  for (const format of [formats.srt, formats.webvtt, formats.ebustl, formats.ebuttd, formats.ebutt]) {
    test(`are left out of ${format.label}, and reported as missing`, () => {
      const { texts, faults, reported } = writeAndRead(format, document)
      assert.deepEqual(texts, ['a'])
      assert.deepEqual(faults, [])
      assert.deepEqual(
        reported.map(({ severity, count }) => [severity, count]),
        [['error', 2]],
      )
    })
  }
})

describe('cues that begin while another is shown', () => {
  const listOverlaps = (...cues: Cue<number>[]) =>
    formats.ebustl
      .write(toDocument(...cues))
      .diagnostics.filter(({ code }) => code === 'TIMING_OVERLAP')
      .map(({ severity, cueIndex, count }) => [severity, cueIndex, count])

  // EBU Tech 3264, 5: subtitles follow each other by TCI; a decoder shows the last one that it was given
  test('are reported in EBU STL, which shows one at a time', () => {
    assert.deepEqual(listOverlaps(says(0, 2000, 'a'), says(1000, 3000, 'b')), [['warning', 1, 1]])
    assert.deepEqual(listOverlaps(says(0, 9000, 'a'), says(1000, 2000, 'b'), says(3000, 4000, 'c')), [
      ['warning', 1, 2],
    ])
    assert.deepEqual(listOverlaps(says(3000, 4000, 'c'), says(0, 3500, 'a')), [['warning', 1, 1]])
  })

  test('are none where they meet, are hidden or are not shown', () => {
    assert.deepEqual(listOverlaps(says(0, 1000, 'a'), says(1000, 2000, 'b')), [])
    assert.deepEqual(listOverlaps({ ...says(0, 2000, 'a'), hidden: true }, says(1000, 2000, 'b')), [])
    assert.deepEqual(listOverlaps(says(0, 2000, 'a'), says(1000, 1000, 'b')), [])
  })

  test('may stand next to each other in WebVTT, EBU-TT-D and SubRip', () => {
    for (const format of [formats.srt, formats.webvtt, formats.ebuttd]) {
      assert.deepEqual(format.write(toDocument(says(0, 2000, 'a'), says(1000, 3000, 'b'))).diagnostics, [])
    }
  })
})

describe('cues shorter than a frame of the file', () => {
  for (const [length, frames] of [
    [1, 1],
    [10, 1],
    [40, 1],
    [80, 2],
  ] as const) {
    test(`of ${length} ms take ${frames} in EBU STL`, () => {
      const { content } = formats.ebustl.write(toDocument(says(1000, 1000 + length, 'a')))
      const [cue] = formats.ebustl.read(content).document.cues
      assert.deepEqual([cue?.start, cue?.end], [25, 25 + frames])
    })
  }

  test('of a day or more end before they would begin again', () => {
    const { content, diagnostics } = formats.ebustl.write(toDocument(says(0, 24 * 3_600_000, 'a')))
    assert.deepEqual(diagnostics.at(-1)?.message, 'Subtitles of a day or more were cut')
    assert.equal(formats.ebustl.read(content).document.cues[0]?.end, 24 * 3600 * 25 - 1)
  })
})
