import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readTtml, readWebvtt, writeWebvtt } from '../../../index.ts'
import { writeEbuttd } from '../testing/validated.ts'

/** Where WebVTT shows a cue: "processing model", the size and the x-position of its box. */
function showInWebvtt(align: string | undefined, position: number | undefined, size = 100): [x: number, width: number] {
  const side = align === 'left' || align === 'start' ? 0 : align === 'right' || align === 'end' ? 1 : 0.5
  const at = position ?? side * 100
  const room = side === 0 ? 100 - at : side === 1 ? at : 2 * Math.min(at, 100 - at)
  const width = Math.min(size, room)
  return [at - side * width, width]
}

function readRegion(settings: string): [x: number, width: number] {
  const file = `WEBVTT\n\n00:01.000 --> 00:02.000${settings}\nx\n`
  const { document } = readWebvtt(file)
  const { content } = writeEbuttd(document)
  assert.equal(writeWebvtt(readTtml(content).document).content, file.replaceAll('00:0', '00:00:0'))
  const [, x, width] = /tts:origin="([\d.]+)% [\d.]+%" tts:extent="([\d.]+)%/.exec(content) ?? []
  return [Number(x), Number(width)]
}

describe('a cue of WebVTT is placed in EBU-TT-D where WebVTT shows it', () => {
  for (const align of ['start', 'left', undefined, 'end', 'right']) {
    for (const position of [undefined, 0, 20, 50, 75, 100]) {
      for (const size of [undefined, 25, 60]) {
        if (position === undefined && size === undefined) continue
        const settings = [
          ' line:85%',
          position === undefined ? '' : ` position:${position}%`,
          size === undefined ? '' : ` size:${size}%`,
          align === undefined ? '' : ` align:${align}`,
        ].join('')
        test(settings, () => assert.deepEqual(readRegion(settings), showInWebvtt(align, position, size)))
      }
    }
  }
})
