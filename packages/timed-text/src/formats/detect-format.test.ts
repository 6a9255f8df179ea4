import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Cue, FrameDocument } from '../document/document.ts'
import { detectFormat } from '../index.ts'
import { formats } from './ttml/testing/validated.ts'

const cue: Cue<number> = { start: 25, end: 50, textParts: [{ type: 'text', content: 'Hello <there>' }] }
const document: FrameDocument = { timing: { unit: 'frames', rate: { num: 25, den: 1 } }, cues: [cue] }
const toBytes = (content: string | Uint8Array) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content

describe('the format of a file', () => {
  for (const format of Object.values(formats)) {
    const expected = format.encoding === 'xml' ? 'ebuttd' : format.id
    test(`that we write as ${format.id} is detected from its bytes, whatever its name says`, () => {
      const bytes = toBytes(format.write(document).content)
      assert.equal(detectFormat(bytes, 'subtitles.txt')?.id, expected)
      assert.equal(detectFormat(bytes, 'subtitles.stl')?.id, expected)
    })
  }

  const cases: [string, Uint8Array, string | undefined, string | undefined][] = [
    ['SubRip with a byte order mark', toBytes('\ufeff\n1\n00:00:01,000 --> 00:00:02,000\nA\n'), undefined, 'srt'],
    ['SubRip in UTF-16', Buffer.from('\ufeff1\r\n0:00:01,0 --> 0:00:02,0\r\nA\r\n', 'utf16le'), undefined, 'srt'],
    ['WebVTT with a header', toBytes('\ufeffWEBVTT - A title\n\n'), undefined, 'webvtt'],
    ['ASS in UTF-16', Buffer.from('\ufeff[Script Info]\r\nTitle: A\r\n', 'utf16le'), 'a.srt', 'ass'],
    ['ASS after a comment', toBytes('; made by hand\n\n[V4+ Styles]\n'), undefined, 'ass'],
    ['SSA, by its name', new Uint8Array(), 'a.ssa', 'ass'],
    ['a text that only begins like WebVTT', toBytes('WEBVTTX\n'), undefined, undefined],
    [
      'TTML with a prefix after a comment',
      toBytes('<?xml version="1.0"?><!-- a --><tt:tt xmlns:tt="x"/>'),
      'a.srt',
      'ebuttd',
    ],
    ['XML that is no TTML', toBytes('<html></html>'), undefined, undefined],
    ['nothing, with a name', new Uint8Array(), 'a.SRT', 'srt'],
    ['nothing', new Uint8Array(), undefined, undefined],
    ['a text', toBytes('Good evening.'), 'notes.txt', undefined],
  ]
  for (const [name, bytes, fileName, expected] of cases) {
    test(`of ${name} is ${expected}`, () => assert.equal(detectFormat(bytes, fileName)?.id, expected))
  }
})
