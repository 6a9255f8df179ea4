import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sniff } from './sniff.ts'

const look = (bytes: Buffer | string) => {
  const head = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
  return sniff({ bytes: head, sizeBytes: head.length })
}

test('whatever names further files is a playlist, behind a byte order mark and blanks too', () => {
  for (const text of [
    '#EXTM3U\n',
    '\xef\xbb\xbf#EXTM3U\n',
    '\n  #extm3u',
    'ffconcat version 1.0',
    '<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011">',
    '[playlist]\nFile1=a.mp4',
  ]) {
    assert.equal(look(text).is, 'PLAYLIST', text)
  }
})

test('a still names its demuxer, for libavformat would choose by the file name', () => {
  assert.deepEqual(look('\xff\xd8\xff\xe0'), { is: 'STILL', mimeType: 'image/jpeg', demuxer: 'jpeg_pipe' })
  assert.deepEqual(look('RIFF\0\0\0\0WEBP'), { is: 'STILL', mimeType: 'image/webp', demuxer: 'webp_pipe' })
  assert.equal(look('RIFF\0\0\0\0WAVE').is, 'MEDIA')
})

test('text is detected by its bytes, in any language', () => {
  assert.deepEqual(look(Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nGrüße, 你好\n')), {
    is: 'DOCUMENT',
    mimeType: 'text/plain',
  })
  assert.deepEqual(look('<?xml version="1.0"?><tt/>'), { is: 'DOCUMENT', mimeType: 'application/xml' })
  assert.deepEqual(look('<!DOCTYPE html>'), { is: 'DOCUMENT', mimeType: 'text/html' })
  // a head may end inside a character
  const long = Buffer.from('é'.repeat(3000)).subarray(0, 4095)
  assert.equal(sniff({ bytes: long, sizeBytes: 6000 }).is, 'DOCUMENT')
})

test('containers are known by their signature, everything else is unknown', () => {
  assert.equal(look('\0\0\0\x18ftypisom').is, 'MEDIA')
  assert.equal(look('\x1a\x45\xdf\xa3').is, 'MEDIA')
  assert.equal(look(`G${'\0'.repeat(187)}G`).is, 'MEDIA')
  assert.equal(look(Buffer.alloc(100)).is, 'UNKNOWN')
  assert.equal(look('').is, 'UNKNOWN')
})
