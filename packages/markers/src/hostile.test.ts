import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_29_97 } from '@rushes/timebase'
import fc from 'fast-check'
import { decodeText, formats, type TargetClip } from './index.ts'

const clip: TargetClip = {
  name: 'Interview',
  format: { rate: RATE_29_97, dropFrame: true },
  startTimecode: 0,
  frameCount: 1000,
}
/** Beside that clip, one without frames, one without a timecode, and one whose length is not known. */
const clips: TargetClip[] = [
  clip,
  { ...clip, format: undefined },
  { ...clip, format: { rate: { num: 15, den: 1 }, dropFrame: false } },
  { ...clip, frameCount: 0 },
]
const readers = [formats.csv.read, formats.edl.read]
const header = 'Thread,Kind,Clip,Timecode,Frame,Author,Comment\n'

const piece = fc.constantFrom(
  ...[
    '* LOC: ',
    '00:00:01;00',
    ' RED ',
    '\n',
    '\r',
    '"',
    ',',
    '* MARKER: {"text":"',
    '"}',
    '|C:',
    '|M:',
    '|D:1',
    '001  AX V C ',
  ],
  ...['FCM: DROP', '=', "'", '99:99:99:99', ' ', '\0', '\ud800', 'reply', header],
)

describe('a hostile file', () => {
  test('never makes a reader throw, and every line is reported once at most', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), parts => {
        for (const clip of clips) {
          for (const read of readers) {
            const { markers, problems } = read(parts.join(''), clip)
            const limit = clip.frameCount || Number.MAX_SAFE_INTEGER
            assert.ok(markers.every(({ frame = 0, line }) => frame >= 0 && frame < limit && line >= 1))
            const lines = [...markers, ...problems].map(({ line }) => line)
            assert.equal(new Set(lines).size, lines.length)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  test('of a few megabytes is read without delay', () => {
    const big = 2_000_000
    const files = [
      ' '.repeat(big),
      `* LOC: 00:00:01;00 RED${' '.repeat(big)}x`,
      `* FROM CLIP NAME:${' '.repeat(big)}x`,
      `001  ${'a '.repeat(big / 2)}`,
      `001  AX V C ${'00:00:01;00 '.repeat(big / 12)}`,
      '|C:|M:'.repeat(big / 6),
      '* LOC: 00:00:01;00 RED     x\n'.repeat(big / 29),
      '001  AX V C 00:00:01;00 00:00:02;00 00:00:01;00 00:00:02;00\n* LOC: 00:00:03;00\n'.repeat(big / 80),
      `${header}${'"'.repeat(big)}`,
      `${header}${','.repeat(big)}`,
      `${header}${'1,comment,x,,1,,x\n'.repeat(big / 18)}`,
      `${header}${'1,reply,x,,1,,x\n'.repeat(big / 16)}`,
      '\n'.repeat(big),
    ]
    for (const file of files) {
      for (const read of readers) {
        const begun = performance.now()
        read(file, clip)
        const tookMs = performance.now() - begun
        assert.ok(tookMs < 5000, `${JSON.stringify(file.slice(0, 80))} took ${Math.round(tookMs)} ms`)
      }
    }
  })
})

describe('the bytes of a file', () => {
  test('are UTF-8, UTF-16 with a mark, or else Windows-1252', () => {
    const text = 'Grüße “🎬”'
    assert.equal(decodeText(Buffer.from(text)), text)
    assert.equal(decodeText(Buffer.from(`\ufeff${text}`)), text)
    assert.equal(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le')), text)
    assert.equal(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()), text)
    assert.equal(decodeText(Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65, 0x80])), 'Grüße€')
    assert.equal(decodeText(Buffer.from([])), '')
  })
})
