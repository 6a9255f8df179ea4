import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readEbuStl, readTtml, writeAss, writeEbuStl, writeSrt } from '../../../index.ts'
import { writeEbutt, writeEbuttd } from '../testing/validated.ts'

const textParts = [{ type: 'text' as const, content: 'a' }]
const document = { timing: { unit: 'milliseconds' as const }, cues: [{ start: 0, end: 1000, textParts }] }
const findFamily = (content: string) => {
  const [, id] = /<tt:body style="(\w+)">/.exec(content) ?? []
  return new RegExp(`<tt:style xml:id="${id}" tts:fontFamily="(\\w+)"/>`).exec(content)?.[1]
}

// IMSC 1.3, #fontFamily-generic: "If the computed value of tts:fontFamily is "default", then the used value of
// tts:fontFamily SHALL be "monospaceSerif"", which nobody wants of subtitles
describe('the family of fonts of texts that say none', () => {
  for (const write of [writeEbuttd, writeEbutt]) {
    const name = write === writeEbutt ? 'EBU-TT' : 'EBU-TT-D'
    test(`is written in ${name}, and is none of a text when it is read`, () => {
      const { content } = write(document)
      assert.equal(findFamily(content), 'proportionalSansSerif')
      assert.deepEqual(readTtml(content).document, document)
    })

    test(`is that of teletext in ${name} for what was teletext, and comes back as EBU STL without it`, () => {
      const stl = writeEbuStl(document).content
      const { content } = write(readEbuStl(stl).document)
      assert.equal(findFamily(content), 'monospaceSansSerif')
      const read = readTtml(content).document
      assert.equal(findFamily(write(read).content), 'monospaceSansSerif')
      const codes = writeEbuStl(read).diagnostics.map(({ message }) => message)
      assert.ok(!codes.some(message => message.includes('fontFamily')), codes.join())
    })
  }

  test('is a font in formats that know fonts alone, and reported', () => {
    const named = {
      ...document,
      cues: [
        { ...document.cues[0]!, textParts: [{ ...textParts[0]!, style: { fontFamily: 'monospaceSansSerif, x' } }] },
      ],
    }
    for (const { content, diagnostics } of [writeSrt(named), writeAss(named)]) {
      assert.match(content, /Courier New/)
      assert.doesNotMatch(content, /monospaceSansSerif/)
      assert.deepEqual(
        diagnostics.map(({ code, severity }) => [code, severity]),
        [['STYLE_UNSUPPORTED', 'info']],
      )
    }
  })
})
