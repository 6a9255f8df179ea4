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

  for (const format of [formats.srt, formats.webvtt, formats.ebuttd, formats.ebutt]) {
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
