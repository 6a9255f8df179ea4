import { AV_CODEC_ID_MJPEG } from 'node-av/constants'
import { Codec, CodecContext, type Frame, Packet, Rational } from 'node-av/lib'
import { encode } from '../native/encoder.ts'
import { assertFound, assertOk } from '../native/native.ts'

const JPEG_QUALITY_SCALE = 4
/** libav's unit of quality, FF_QP2LAMBDA. */
const QP_TO_LAMBDA = 118

/** A picture as a JPEG file. */
export function encodeJpeg(frame: Frame): Buffer {
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
