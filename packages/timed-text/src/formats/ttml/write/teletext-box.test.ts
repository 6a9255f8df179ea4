import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { type FrameDocument, readEbuStl, readTtml, writeEbuStl } from '../../../index.ts'
import { writeEbutt, writeEbuttd } from '../testing/validated.ts'

const document: FrameDocument = {
  timing: { unit: 'frames', rate: RATE_25 },
  cues: [
    {
      start: 25,
      end: 50,
      textParts: [
        { type: 'text', content: 'white ' },
        { type: 'text', content: 'yellow', style: { colour: '#ffff00' } },
      ],
    },
    {
      start: 50,
      end: 75,
      textParts: [{ type: 'text', content: 'red', style: { backgroundColour: '#ff0000' } }],
    },
  ],
}
const toFile = (useBox: boolean) => writeEbuStl(document, { useBox, doubleHeight: false }).content

// EBU Tech 3360, Start Box: text in a box of teletext is on black
describe('a box of teletext', () => {
  for (const write of [writeEbutt, writeEbuttd]) {
    test(`is black behind the text in ${write === writeEbutt ? 'EBU-TT' : 'EBU-TT-D'}, where no other colour is`, () => {
      const { content } = write(readEbuStl(toFile(true)).document)
      const styles = Object.fromEntries(
        Array.from(content.matchAll(/<tt:style xml:id="(\w+)"([^>]*)\/>/g), ([, id, rest]) => [id, rest]),
      )
      const spans = Array.from(content.matchAll(/<tt:span style="(\w+)">(\w+)/g), ([, id, text]) => [text, styles[id!]])
      assert.deepEqual(spans, [
        ['white', ' tts:backgroundColor="#000000"'],
        ['yellow', ' tts:color="#ffff00" tts:backgroundColor="#000000"'],
        ['red', ' tts:backgroundColor="#ff0000"'],
      ])
    })

    test(`that a file does not have is not in ${write === writeEbutt ? 'EBU-TT' : 'EBU-TT-D'}`, () => {
      assert.doesNotMatch(write(readEbuStl(toFile(false)).document).content, /#000000/)
    })
  }

  test('is a box again in EBU STL', () => {
    const { document } = readTtml(writeEbutt(readEbuStl(toFile(true)).document).content)
    const { content, diagnostics } = writeEbuStl(document, { doubleHeight: false })
    assert.deepEqual(Buffer.from(content.subarray(1024)), Buffer.from(toFile(true).subarray(1024)))
    assert.deepEqual(diagnostics, [])
  })
})
