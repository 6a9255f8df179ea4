import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AV_PIX_FMT_GRAY8 } from 'node-av/constants'
import { FormatContext, Frame, Packet } from 'node-av/lib'
import { GapFiller } from '../worker/native/gap-filler.ts'

/** The times at which frames of these times are shown, in the order in which a decoder gives them, of a film of six. */
function fill(decoded: readonly number[]) {
  const context = new FormatContext()
  context.allocContext()
  const written: number[] = []
  const filler = new GapFiller(context.newStream(null), (_frame, time) => void written.push(Number(time)))
  const packet = new Packet()
  packet.alloc()
  for (let time = 0; time < 6; time += 1) {
    packet.pts = BigInt(time)
    filler.expect(packet)
  }
  for (const time of decoded) {
    const frame = new Frame()
    frame.alloc()
    Object.assign(frame, { width: 2, height: 2, format: AV_PIX_FMT_GRAY8, pts: BigInt(time) })
    frame.getBuffer(0)
    filler.write(frame)
    frame.free()
  }
  for (const _ of filler.finish(0, 1));
  packet.free()
  context.freeContext()
  return { written, repeated: filler.repeated }
}

const all = [0, 1, 2, 3, 4, 5]
const cases: [name: string, decoded: number[], repeated: number][] = [
  ['all frames', all, 0],
  ['one that is missing', [0, 1, 3, 4, 5], 1],
  ['the first and the last missing', [1, 2, 3, 4], 2],
  ['one that comes late', [0, 1, 3, 2, 4, 5], 1],
  ['several that come late', [0, 4, 1, 2, 3, 5], 3],
  ['one that comes after the last', [0, 1, 2, 3, 5, 4], 1],
]
for (const [name, decoded, repeated] of cases) {
  test(`${name}: every time has one frame, in order`, () => assert.deepEqual(fill(decoded), { written: all, repeated }))
}
