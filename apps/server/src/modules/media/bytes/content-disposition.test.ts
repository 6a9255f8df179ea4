import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toContentDisposition } from '../../../platform/http/index.ts'
import { mayShowInline, toFileName } from '../policy.ts'

// media-21
test('a name is given in ASCII and exactly', () => {
  assert.equal(
    toContentDisposition('attachment', 'Köln "Take" 1.mov'),
    `attachment; filename="K_ln _Take_ 1.mov"; filename*=UTF-8''K%C3%B6ln%20%22Take%22%201.mov`,
  )
  assert.equal(
    toContentDisposition('inline', "it's (1).mp4"),
    `inline; filename="it_s (1).mp4"; filename*=UTF-8''it%27s%20%281%29.mp4`,
  )
})

// media-21
test('no name can end the header, the quoted text or the line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), name => {
      const header = toContentDisposition('attachment', name)
      assert.match(header, /^attachment; filename="[\w .()+,=@~-]+"; filename\*=UTF-8''[\w.!~%-]*$/)
      const encoded = header.slice(header.indexOf("''") + 2)
      assert.equal(decodeURIComponent(encoded), name.toWellFormed())
    }),
  )
})

// media-21
test('a file name has no folder, no control character and is never empty', () => {
  const cases: [given: string, kept: string][] = [
    ['a/b/c.mov', 'c.mov'],
    ['..\\..\\c.mov', 'c.mov'],
    ['../..', 'unnamed'],
    ['', 'unnamed'],
    ['/', 'unnamed'],
    ['c.mov/', 'c.mov'],
    ['a\u0000b\r\n.mov', 'ab.mov'],
    ['...', '...'],
  ]
  for (const [given, kept] of cases) assert.equal(toFileName(given), kept)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), given => /^[^/\\\p{Cc}]+$/u.test(toFileName(given.toWellFormed()))),
  )
})

// media-22
test('only moving pictures, sound and plain raster pictures are shown', () => {
  for (const type of ['video/mp4', 'audio/mpeg', 'image/png', 'video/x-matroska'])
    assert.equal(mayShowInline(type), true)
  for (const type of [
    'image/svg+xml',
    'text/html',
    'application/pdf',
    'video/',
    'video/mp4; x',
    'application/octet-stream',
  ]) {
    assert.equal(mayShowInline(type), false, type)
  }
})
