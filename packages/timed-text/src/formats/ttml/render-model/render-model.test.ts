import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Cue, MillisecondDocument, TextStyle } from '../../../document/document.ts'
import { writeImsc } from '../write/write.ts'
import { type Glyph, RenderModel } from './render-model.ts'

const toGlyphs = (text: string, size: number, look = 0): Glyph[] =>
  Array.from(text, character => ({ codePoint: character.codePointAt(0)!, look, size }))

function draw(
  pictures: readonly (readonly [milliseconds: number, glyphs: readonly Glyph[], backgroundArea?: number])[],
) {
  const model = new RenderModel()
  return pictures.map(([milliseconds, glyphs, backgroundArea = 0]) =>
    model.draw({ milliseconds, glyphs, backgroundArea }),
  )
}

const isNear = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs(actual! - expected) < 1e-9, `${actual}`)

/** `count` different letters of Latin, some of which have not been printed since the Middle Ages. */
const letters = (count: number, from = 0x1e00) =>
  String.fromCodePoint(...Array.from({ length: count }, (_, index) => from + index))

describe('the hypothetical render model', () => {
  // IMSC-HRM, Paint Regions: "DUR(En) = S(En) / BDraw + DURT(En)", "CLEAR(En) = 1", BDraw 12 s-1
  test('clears the picture, and paints the regions with a background', () => {
    const [empty, painted] = draw([
      [0, []],
      [5000, [], 0.5],
    ])
    isNear(empty?.needed, 1 / 12)
    isNear(painted?.needed, 1.5 / 12)
  })

  // Paint Text: "a Ren(Gi) of 1.2 s-1 would mean that at most 120 glyphs with a fontSize of … 10% of 1080 px … could be
  // rendered every second"
  test('draws 120 letters of a tenth of the picture a second, and half as many of Han', () => {
    isNear(draw([[0, toGlyphs(letters(120), 0.1)]])[0]?.needed, 1 / 12 + 1)
    isNear(draw([[0, toGlyphs('漢字かなカナ한글ㄅㄆ', 0.1)]])[0]?.needed, 1 / 12 + 10 * (0.01 / 0.6))
  })

  // "if an identical glyph is present in the Glyph Cache, copies the glyph": GCpy 12 for Latin, Greek, Cyrillic, Hebrew or
  // Common, 3 for any other value
  test('copies what it has drawn in this picture or the one before, and forgets what was earlier', () => {
    const text = toGlyphs('abc', 0.1)
    const [first, second, , fourth] = draw([
      [0, [...text, ...text]],
      [5000, text],
      [10_000, []],
      [15_000, text],
    ])
    isNear(first?.needed, 1 / 12 + 3 * (0.01 / 1.2) + 3 * (0.01 / 12))
    isNear(second?.needed, 1 / 12 + 3 * (0.01 / 12))
    isNear(fourth?.needed, 1 / 12 + 3 * (0.01 / 1.2))
    isNear(draw([[0, toGlyphs('นน', 0.1)]])[0]?.needed, 1 / 12 + 0.01 / 1.2 + 0.01 / 3)
  })

  test('draws a letter again in another look', () => {
    isNear(draw([[0, [...toGlyphs('a', 0.1), ...toGlyphs('a', 0.1, 1)]]])[0]?.needed, 1 / 12 + 2 * (0.01 / 1.2))
  })

  // "the default tts:fontSize of 1c … 1/15, and the maximum number of distinct glyphs that can be cached is 225"
  test('keeps 225 letters of a cell', () => {
    isNear(draw([[0, toGlyphs(letters(225), 1 / 15)]])[0]?.cache, 1)
  })

  // "The Presentation Compositor never begins rendering an ISD more than IPD ahead of its presentation time", IPD 1 s
  test('has a second before a picture, or the time since the one before', () => {
    const times = draw([
      [0, []],
      [400, []],
      [9000, []],
    ])
    assert.deepEqual(
      times.map(({ available }) => available),
      [1, 0.4, 1],
    )
  })
})

describe('what the render model has no time for', () => {
  const cue = (start: number, end: number, content: string, style?: TextStyle): Cue<number> => ({
    start,
    end,
    textParts: [{ type: 'text', content, ...(style && { style }) }],
  })
  const tell = (...cues: Cue<number>[]) => {
    const document: MillisecondDocument = { timing: { unit: 'milliseconds' }, cues }
    const { diagnostics } = writeImsc(document)
    return diagnostics.map(({ code, severity, cueIndex, count }) => `${code} ${severity} ${cueIndex} ${count}`)
  }

  test('is not what subtitles usually are', () => {
    const line = 'The quick brown fox jumps over the lazy dog'
    assert.deepEqual(tell(cue(0, 2000, line), cue(2040, 4000, line), cue(4000, 6000, `${line}, twice`)), [])
  })

  test('is reported with the subtitle', () => {
    assert.deepEqual(tell(cue(0, 1000, 'a'), cue(1000, 1050, 'b'), cue(1050, 3000, letters(60))), [
      'RENDER_MODEL_EXCEEDED warning 2 1',
    ])
    assert.deepEqual(tell(cue(0, 1000, 'a'), cue(1050, 3000, 'b')), [])
    assert.deepEqual(tell(cue(0, 50, 'a'), cue(50, 3000, 'b')), ['RENDER_MODEL_EXCEEDED warning 1 1'])
  })

  test('are too many different letters', () => {
    assert.deepEqual(tell(cue(0, 1000, letters(225))), [])
    assert.deepEqual(tell(cue(0, 1000, letters(226))), ['RENDER_MODEL_EXCEEDED warning 0 1'])
  })

  test('are backgrounds of large regions one upon the other', () => {
    const boxed = Array.from({ length: 30 }, (_, index) =>
      cue(0, 1000, 'a', { backgroundColour: `#0000${10 + index}` as const }),
    )
    assert.deepEqual(tell(...boxed).length, 0)
    const more = Array.from({ length: 40 }, () => cue(0, 1000, 'a', { backgroundColour: '#000000' }))
    assert.deepEqual(tell(...more), ['RENDER_MODEL_EXCEEDED warning 0 1'])
  })

  test('is looked for in time whatever the document', () => {
    const started = process.cpuUsage()
    tell(...Array.from({ length: 20_000 }, (_, index) => cue(index, 100_000 + index, 'abc')))
    assert.ok(process.cpuUsage(started).user < 10_000_000)
  })
})
