import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import type { Cue } from '../../../index.ts'
import { readTtml, toFrameDocument } from '../../../index.ts'
import { writeEbutt, writeEbuttd } from '../testing/validated.ts'

const file =
  '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ebuttm="urn:ebu:tt:metadata">' +
  '<head><metadata><ebuttm:documentMetadata>' +
  '<ebuttm:documentTotalNumberOfSubtitles>2</ebuttm:documentTotalNumberOfSubtitles></ebuttm:documentMetadata>' +
  '<ebuttm:binaryData textEncoding="BASE64" binaryDataType="EBU Tech 3264">QUJD</ebuttm:binaryData></metadata></head>' +
  '<body><div><p begin="1s" end="2s">One</p><p begin="3s" end="4s">Two</p></div></body></tt>'
const { document } = readTtml(file)
const [one, two] = document.cues as [Cue<number>, Cue<number>]
const three: Cue<number> = { start: 5000, end: 6000, textParts: [{ type: 'text', content: 'Three' }] }

describe('an embedded EBU STL file', () => {
  for (const write of [writeEbutt, writeEbuttd]) {
    test(`stays in what ${write === writeEbutt ? 'EBU-TT' : 'EBU-TT-D'} is written of the same cues`, () => {
      for (const same of [document, toFrameDocument(document, RATE_25)]) {
        const { content, diagnostics } = write(same)
        assert.match(content, />QUJD</)
        assert.deepEqual(
          diagnostics.filter(({ message }) => message.includes('embedded')),
          [],
        )
      }
    })

    for (const [edit, cues] of [
      ['a cue was added', [one, two, three]],
      ['a cue was removed', [one]],
      ['a text was changed', [{ ...one, textParts: three.textParts }, two]],
      ['a time was changed', [{ ...one, end: 2040 }, two]],
      ['a colour was changed', [one, { ...two, textParts: [{ ...two.textParts[0]!, style: { colour: '#ff0000' } }] }]],
    ] as [string, Cue<number>[]][]) {
      test(`is left out of ${write === writeEbutt ? 'EBU-TT' : 'EBU-TT-D'} once ${edit}, and reported`, () => {
        const { content, diagnostics } = write({ ...document, cues } as typeof document)
        assert.doesNotMatch(content, /QUJD/)
        assert.ok(diagnostics.some(({ message, severity }) => message.includes('embedded') && severity === 'warning'))
      })
    }
  }
})

test('the number of subtitles that a file states is that of its own', () => {
  const { content } = writeEbutt({ ...document, cues: [one, two, three] } as typeof document)
  assert.match(content, /<ebuttm:documentTotalNumberOfSubtitles>3</)
})
