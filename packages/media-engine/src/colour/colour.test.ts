import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Colour, Track } from '../probe/report.ts'
import { findPictureColour, planColour } from './colour.ts'

const track = (colour: Colour | undefined, more: Partial<Track> = {}) =>
  ({ codec: 'h264', height: 1080, pixelFormat: 'yuv420p', colour, ...more }) as Track

for (const [what, video, matrix, range] of [
  ['HD without tags', track(undefined), 'bt709', 'tv'],
  ['SD without tags', track(undefined, { height: 576 }), 'bt601', 'tv'],
  ['full range alone', track({ range: 'pc' }), 'bt601', 'pc'],
  ['HD with another matrix and no more', track({ matrix: 'smpte170m' }), 'bt709', 'tv'],
  ['full range with another matrix and no more', track({ range: 'pc', matrix: 'smpte170m' }), 'bt709', 'tv'],
  ['all tags', track({ matrix: 'bt470bg', primaries: 'bt709', transfer: 'bt709' }), 'bt601', 'tv'],
  ['what no browser plays', track({ matrix: 'smpte170m' }, { codec: 'prores' }), 'bt601', 'tv'],
  ['photos of JPEG', track({ range: 'pc', matrix: 'bt470bg' }, { codec: 'mjpeg' }), 'bt601', 'pc'],
  ['red, green and blue', track(undefined, { codec: 'qtrle', pixelFormat: 'rgb24' }), 'bt601', 'pc'],
] as const) {
  test(`the colours of ${what} are read as ${matrix}, ${range}`, () => {
    const { source, ...found } = findPictureColour(video, false)
    assert.deepEqual(found, { matrix, range })
    assert.equal(source, undefined)
  })
}

test('a high still without tags is read as JPEG is', () => {
  assert.equal(findPictureColour(track(undefined, { codec: 'webp' }), true).matrix, 'bt601')
})

test('high dynamic range needs a table', () => {
  const colour = { matrix: 'bt2020nc', primaries: 'bt2020', transfer: 'smpte2084' }
  const { source } = findPictureColour(track(colour), false)
  assert.deepEqual(source, { primaries: 'bt2020', transfer: 'smpte2084' })
})

test('pictures with straight alpha are laid over black before they are scaled, others are left as they are', () => {
  const size = { width: 320, height: 180 }
  const listNames = (pixelFormat: string, bitsPerSample: number) =>
    planColour(track(undefined, { pixelFormat, bitsPerSample }), 'VIDEO', size, 'film').filters.map(
      filter => filter.split('=')[0],
    )
  for (const [pixelFormat, depth] of [
    ['yuva444p10le', 10],
    ['yuva420p', 8],
    ['gbrap12le', 12],
    ['rgba', 8],
    ['argb', 8],
    ['pal8', 8],
    ['ya8', 8],
    ['ya16be', 16],
  ] as const) {
    const names = listNames(pixelFormat, depth)
    assert.deepEqual(names, ['setparams', 'scale', 'format', 'premultiply', 'scale', 'format'], pixelFormat)
  }
  for (const [pixelFormat, depth] of [
    ['yuv422p10le', 10],
    ['yuvj420p', 8],
    ['gbrp12le', 12],
    ['rgb24', 8],
    ['gray', 8],
  ] as const) {
    assert.deepEqual(listNames(pixelFormat, depth), ['setparams', 'scale', 'format'], pixelFormat)
  }
})
