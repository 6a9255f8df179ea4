/**
 * A program for tests: copies the streams of a file into another container, changing their times on the way.
 *
 *     node remux.ts INPUT OUTPUT FORMAT [audioDelayMs] [stretchFromFrame]
 *
 * `audioDelayMs` moves the sound; from `stretchFromFrame` on every second frame stays one frame longer, which makes the rate
 * variable. The source must be without B-frames.
 */
import { argv } from 'node:process'
import { Dictionary, FormatContext, Packet } from 'node-av/lib'
import { openInput, readPackets } from '../worker/native/input.ts'
import { assertOk } from '../worker/native/native.ts'

const [input = '', output = '', format = '', audioDelayMs = '0', stretchFromFrame = 'Infinity'] = argv.slice(2)

const source = openInput(input, undefined)
const target = new FormatContext()
assertOk(target.allocOutputContext2(null, format, output), 'output')
const lanes = source.streams
  .filter(stream => stream.codecpar.width > 0 || stream.codecpar.sampleRate > 0)
  .map(stream => {
    const copy = target.newStream(null)
    assertOk(stream.codecpar.copy(copy.codecpar), 'stream')
    copy.codecpar.codecTag = 0
    copy.timeBase = stream.timeBase
    copy.avgFrameRate = stream.avgFrameRate
    const timecode = stream.metadata?.get('timecode')
    if (timecode) copy.metadata = Dictionary.fromObject({ timecode })
    return { stream, copy, isVideo: stream.codecpar.width > 0 }
  })
assertOk(target.openOutputSync(), 'output file')
assertOk(target.writeHeaderSync(null), 'header')

using packet = new Packet()
packet.alloc()
let frame = 0
let stretchTicks = 0n
for (const { streamIndex } of readPackets(source, packet)) {
  const lane = lanes.find(({ stream }) => stream.index === streamIndex)
  if (!lane) continue
  const { stream, copy, isVideo } = lane

  const delayTicks = (BigInt(audioDelayMs) * BigInt(stream.timeBase.den)) / BigInt(stream.timeBase.num * 1000)
  const shiftTicks = isVideo ? stretchTicks : delayTicks
  packet.pts += shiftTicks
  packet.dts += shiftTicks
  if (isVideo && frame++ >= Number(stretchFromFrame) && frame % 2 === 0) stretchTicks += packet.duration
  packet.rescaleTs(stream.timeBase, copy.timeBase)
  packet.streamIndex = copy.index
  assertOk(target.interleavedWriteFrameSync(packet), 'writing')
}
assertOk(target.writeTrailerSync(), 'trailer')
target.closeOutputSync()
