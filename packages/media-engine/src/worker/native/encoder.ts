import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_FLAG_FRAME_DURATION,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_SMPTE170M,
  AVCOL_TRC_BT709,
  AVERROR_EAGAIN,
  AVERROR_EOF,
} from 'node-av/constants'
import { Codec, CodecContext, type Frame, type Packet, Rational } from 'node-av/lib'
import { THREADS } from '../../limits.ts'
import { AUDIO_ENCODING, VIDEO_ENCODING, type VideoOutput } from '../../plan/encoding.ts'
import { assertFound, assertOk } from './native.ts'

/** The channel layout of everything we encode. */
export const STEREO = { nbChannels: AUDIO_ENCODING.channels, order: AV_CHANNEL_ORDER_NATIVE, mask: 3n }

function open(
  name: 'libx264' | 'aac',
  options: Record<string, string>,
  set: (context: CodecContext) => void,
): CodecContext {
  const codec = assertFound(Codec.findEncoderByName(name as Parameters<typeof Codec.findEncoderByName>[0]), name)
  const context = new CodecContext()
  context.allocContext3(codec)
  set(context)
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  for (const [option, value] of Object.entries(options)) assertOk(context.setOption(option, value), `option ${option}`)
  assertOk(context.open2Sync(codec, null), `encoder ${name}`)
  return context
}

/** Opens the H.264 encoder; frames given to it have times in 1 / timescale. */
export const openVideoEncoder = ({ width, height, rate, timescale, colours }: VideoOutput): CodecContext =>
  open(
    VIDEO_ENCODING.codec,
    { preset: VIDEO_ENCODING.preset, crf: String(VIDEO_ENCODING.crf), sc_threshold: '0' },
    context => {
      context.width = width
      context.height = height
      context.pixelFormat = AV_PIX_FMT_YUV420P
      if (colours) {
        context.colorSpace = colours.matrix === 'bt709' ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
        context.colorPrimaries = AVCOL_PRI_BT709
        context.colorTrc = AVCOL_TRC_BT709
        context.colorRange = colours.range === 'tv' ? AVCOL_RANGE_MPEG : AVCOL_RANGE_JPEG
      }
      context.timeBase = new Rational(1, timescale)
      context.framerate = new Rational(rate.num, rate.den)
      context.sampleAspectRatio = new Rational(1, 1)
      context.gopSize = VIDEO_ENCODING.gopFrames
      context.maxBFrames = VIDEO_ENCODING.bFrames
      context.threadCount = THREADS
      // at variable rates the last frame is as long as the source says
      context.setFlags(AV_CODEC_FLAG_FRAME_DURATION)
    },
  )

/** Opens the AAC encoder; frames given to it have times in samples. */
export const openAudioEncoder = (): CodecContext =>
  open(AUDIO_ENCODING.codec, {}, context => {
    context.sampleRate = AUDIO_ENCODING.samplingFrequency
    context.sampleFormat = AV_SAMPLE_FMT_FLTP
    context.channelLayout = STEREO
    context.bitRate = BigInt(AUDIO_ENCODING.bitRate)
    context.timeBase = new Rational(1, AUDIO_ENCODING.samplingFrequency)
  })

/** The packets that a frame completes; null drains the encoder. The packet is reused. */
export function* encode(context: CodecContext, frame: Frame | null, packet: Packet): Generator<Packet, void> {
  const sent = context.sendFrameSync(frame)
  if (sent !== AVERROR_EOF) assertOk(sent, 'encoder input')
  for (;;) {
    const code = context.receivePacketSync(packet)
    if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return
    assertOk(code, 'encoder output')
    yield packet
    packet.unref()
  }
}
