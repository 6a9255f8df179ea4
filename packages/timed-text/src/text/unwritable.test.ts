import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formats } from '../formats/ttml/testing/validated.ts'
import type { MillisecondDocument } from '../index.ts'

// RFC 3629, section 3: UTF-8 has no halves of surrogate pairs. WebVTT, section 4.1: a text does not contain U+0000
describe('U+0000 and halves of surrogate pairs', () => {
  const document: MillisecondDocument = {
    timing: { unit: 'milliseconds' },
    cues: [{ start: 0, end: 1000, textParts: [{ type: 'text', content: 'a\0b\ud800c' }] }],
  }
  for (const format of [formats.srt, formats.webvtt]) {
    test(`are replaced in ${format.label}, and reported`, () => {
      const { content, diagnostics } = format.write(document)
      assert.match(content, /a\ufffdb\ufffdc/)
      assert.deepEqual(
        diagnostics.map(({ code }) => code),
        ['EXPORT_TEXT_ALTERED'],
      )
      const damaged = content.replaceAll('\ufffd', '\0')
      const read = format.read(damaged)
      assert.deepEqual(
        read.diagnostics.map(({ code }) => code),
        ['IMPORT_MARKUP_REPAIRED'],
      )
    })
  }
})
