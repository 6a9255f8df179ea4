import { AV_CODEC_ID_MJPEG, AVSEEK_FLAG_BACKWARD } from 'node-av/constants'
import { Codec, CodecContext, type FormatContext, type Frame, Packet, Rational, type Stream } from 'node-av/lib'
import { MediaError } from '../errors.ts'
import type { StillPicture, StillPlan } from '../plan/still.ts'
import { Decoder, timeOf } from './decoder.ts'
import { encode } from './encoder.ts'
import { FilterChain } from './filter-chain.ts'
import { getStream, openInput, readPackets } from './input.ts'
import { assertFound, assertOk, toTicks } from './native.ts'
import { countPackets } from './probe.ts'

const JPEG_QUALITY_SCALE = 4
/** libav's unit of quality, FF_QP2LAMBDA. */
const QP_TO_LAMBDA = 118

/** Presentation time of a frame; undefined if the file has frames without times, so that only counting helps. */
function findTime(plan: StillPlan): number | undefined {
  const context = openInput(plan.path, plan.demuxer)
  try {
    const tally = countPackets(context)[plan.streamIndex]
    if (!tally || plan.frame >= tally.shownPackets) {
      throw new MediaError(
        'FRAME_OUT_OF_RANGE',
        `The file has ${tally?.shownPackets ?? 0} frames; ${plan.frame} is not one of them.`,
      )
    }
    return tally.times?.[plan.frame]
  } finally {
    context.closeInputSync()
  }
}

function* decodeAll(context: FormatContext, stream: Stream): Generator<Frame, void> {
  const decoder = new Decoder(stream)
  using packet = new Packet()
  packet.alloc()
  try {
    for (const { streamIndex } of readPackets(context, packet))
      if (streamIndex === stream.index) yield* decoder.decode(packet)
    yield* decoder.decode(null)
  } finally {
    decoder.close()
  }
}

type Use<T> = (frame: Frame, timeBase: Rational) => T

/** Seeks before the frame and decodes up to it; undefined if the seek went past it or its decoding failed. */
function useFrameAt<T>(plan: StillPlan, time: number, mustSeek: boolean, use: Use<T>): T | undefined {
  const context = openInput(plan.path, plan.demuxer)
  try {
    const stream = getStream(context, plan.streamIndex)
    if (mustSeek && context.seekFrameSync(stream.index, BigInt(time), AVSEEK_FLAG_BACKWARD) < 0) return undefined
    for (const frame of decodeAll(context, stream)) {
      const shownAt = toTicks(timeOf(frame))
      if (shownAt === undefined || shownAt < time) continue
      return shownAt === time ? use(frame, stream.timeBase) : undefined
    }
    return undefined
  } finally {
    context.closeInputSync()
  }
}

function useNthFrame<T>(plan: StillPlan, use: Use<T>): T | undefined {
  const context = openInput(plan.path, plan.demuxer)
  try {
    const stream = getStream(context, plan.streamIndex)
    let number = 0
    for (const frame of decodeAll(context, stream)) if (number++ === plan.frame) return use(frame, stream.timeBase)
    return undefined
  } finally {
    context.closeInputSync()
  }
}

function encodeJpeg(frame: Frame): Buffer {
  const codec = assertFound(Codec.findEncoder(AV_CODEC_ID_MJPEG), 'JPEG encoder')
  using context = new CodecContext()
  context.allocContext3(codec)
  context.width = frame.width
  context.height = frame.height
  context.pixelFormat = frame.format as typeof context.pixelFormat
  context.colorRange = frame.colorRange
  context.timeBase = new Rational(1, 25)
  context.setOption('flags', '+qscale')
  context.globalQuality = JPEG_QUALITY_SCALE * QP_TO_LAMBDA
  assertOk(context.open2Sync(codec, null), 'JPEG encoder')
  frame.pts = 0n
  frame.quality = JPEG_QUALITY_SCALE * QP_TO_LAMBDA
  using packet = new Packet()
  packet.alloc()
  const parts: Buffer[] = []
  for (const part of encode(context, frame, packet)) if (part.data) parts.push(Buffer.from(part.data))
  for (const part of encode(context, null, packet)) if (part.data) parts.push(Buffer.from(part.data))
  return Buffer.concat(parts)
}

/** Decodes exactly the planned frame. */
export function decodeStill(plan: StillPlan): StillPicture {
  const use: Use<Buffer> = (frame, timeBase) => {
    const filters = new FilterChain(plan.filter, timeBase)
    try {
      for (const filtered of [frame, null]) {
        for (const picture of filters.filter(filtered))
          return plan.encoding === 'jpeg' ? encodeJpeg(picture) : picture.toBuffer()
      }
      throw new MediaError('FAILED', 'The filters gave no picture.')
    } finally {
      filters.close()
    }
  }
  const time = findTime(plan)
  const bytes =
    time === undefined
      ? useNthFrame(plan, use)
      : ((plan.frame > 0 ? useFrameAt(plan, time, true, use) : undefined) ??
        useFrameAt(plan, time, false, use) ??
        useNthFrame(plan, use))
  if (!bytes) throw new MediaError('FRAME_OUT_OF_RANGE', `Frame ${plan.frame} cannot be decoded.`)
  return { bytes }
}
