/**
 * A program for tests: writes the picture and the sound of a short file in another container, copied or encoded.
 *
 *     node pack.ts INPUT OUTPUT RECIPE
 *
 * The recipe is a `Recipe` as JSON. A source whose streams are copied must be without B-frames.
 */
import { argv } from 'node:process'
import { AV_CODEC_FLAG_GLOBAL_HEADER } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, FormatContext, type Frame, Packet, Rational, type Stream } from 'node-av/lib'
import { Decoder } from '../worker/native/decoder.ts'
import { encode } from '../worker/native/encoder.ts'
import { FilterChain } from '../worker/native/filter-chain.ts'
import { openInput, readPackets } from '../worker/native/input.ts'
import { assertFound, assertOk } from '../worker/native/native.ts'

/** A stream to be written: encoded where a codec is named, else copied. */
export interface Lane {
  readonly of: 'video' | 'audio'
  readonly codec?: string
  /** Filters before the encoder, which give what it takes. */
  readonly filter?: string
  readonly options?: Readonly<Record<string, string>>
}

/** What is written. */
export interface Recipe {
  /** FFmpeg's name of the container, with its options and tags. */
  readonly format: string
  readonly options?: Readonly<Record<string, string>>
  readonly tags?: Readonly<Record<string, string>>
  /** All of the source, copied, if left out. */
  readonly lanes?: readonly Lane[]
  /** Moves all that is copied. */
  readonly delayMs?: number
  /** Moves sound that is copied. */
  readonly audioDelayMs?: number
  /** From this frame on every second one that is copied stays one frame longer, which makes the rate variable. */
  readonly stretchFromFrame?: number
}

const [input = '', output = '', json = ''] = argv.slice(2)
const recipe: Recipe = JSON.parse(json)

const SAMPLING_FREQUENCY = 48_000
const source = openInput(input, undefined)
const target = new FormatContext()
assertOk(target.allocOutputContext2(null, recipe.format, output), 'output')
if (recipe.tags) target.metadata = Dictionary.fromObject(recipe.tags)

const isVideo = ({ codecpar }: Stream) => codecpar.width > 0
const isAudio = ({ codecpar }: Stream) => codecpar.sampleRate > 0

/** A lane that writes its packets once the header is written, in time order of its own. */
type Write = () => Generator<{ readonly packet: Packet; readonly stream: Stream; readonly timeBase: Rational }>

function readAll({ index }: Stream, take: (packet: Packet) => void): void {
  const context = openInput(input, undefined)
  using packet = new Packet()
  packet.alloc()
  for (const read of readPackets(context, packet)) if (read.streamIndex === index) take(read)
  context.closeInputSync()
}

function addCopy(from: Stream): Write {
  const stream = target.newStream(null)
  assertOk(from.codecpar.copy(stream.codecpar), 'stream')
  stream.codecpar.codecTag = 0
  stream.timeBase = from.timeBase
  stream.avgFrameRate = from.avgFrameRate
  const timecode = from.metadata?.get('timecode')
  if (timecode) stream.metadata = Dictionary.fromObject({ timecode })
  const { delayMs = 0, audioDelayMs = 0, stretchFromFrame = Number.POSITIVE_INFINITY } = recipe
  let frame = 0
  const shiftMs = delayMs + (isVideo(from) ? 0 : audioDelayMs)
  let shiftTicks = (BigInt(shiftMs) * BigInt(from.timeBase.den)) / BigInt(from.timeBase.num * 1000)
  const packets: Packet[] = []
  readAll(from, packet => {
    const copy = assertFound(packet.clone(), 'packet')
    copy.pts += shiftTicks
    copy.dts += shiftTicks
    if (isVideo(from) && frame++ >= stretchFromFrame && frame % 2 === 0) shiftTicks += packet.duration
    packets.push(copy)
  })
  return function* () {
    for (const packet of packets) yield { packet, stream, timeBase: from.timeBase }
  }
}

function decodeAll(from: Stream, filter: string): readonly Frame[] {
  const decoder = new Decoder(from)
  const filters = new FilterChain(filter, from.timeBase)
  const frames: Frame[] = []
  const take = (frame: Frame | null) => {
    for (const made of filters.filter(frame)) frames.push(assertFound(made.clone(), 'frame'))
  }
  readAll(from, packet => {
    for (const frame of decoder.decode(packet)) take(frame)
  })
  for (const frame of decoder.decode(null)) take(frame)
  take(null)
  return frames
}

function addEncoded(from: Stream, { codec: name = '', filter = 'copy', options = {} }: Lane): Write {
  const rate = from.avgFrameRate
  const times = isVideo(from) ? `settb=${rate.den}/${rate.num}` : `aresample=${SAMPLING_FREQUENCY}`
  const frames = decodeAll(from, isVideo(from) ? `${filter},${times}` : `${times},${filter}`)
  const first = assertFound(frames[0], 'frame')
  const codec = assertFound(Codec.findEncoderByName(name as Parameters<typeof Codec.findEncoderByName>[0]), name)
  const encoder = new CodecContext()
  encoder.allocContext3(codec)
  if (isVideo(from)) {
    encoder.width = first.width
    encoder.height = first.height
    encoder.pixelFormat = first.format as typeof encoder.pixelFormat
    encoder.framerate = rate
    encoder.timeBase = new Rational(rate.den, rate.num)
    encoder.sampleAspectRatio = new Rational(1, 1)
  } else {
    encoder.sampleRate = first.sampleRate
    encoder.sampleFormat = first.format as typeof encoder.sampleFormat
    encoder.channelLayout = first.channelLayout
    encoder.timeBase = new Rational(1, first.sampleRate)
  }
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  for (const [option, value] of Object.entries(options)) assertOk(encoder.setOption(option, value), `option ${option}`)
  assertOk(encoder.open2Sync(codec, null), `encoder ${name}`)
  const stream = target.newStream(null)
  assertOk(stream.codecpar.fromContext(encoder), 'stream')
  stream.timeBase = encoder.timeBase
  if (isVideo(from)) stream.avgFrameRate = rate
  const packet = new Packet()
  packet.alloc()
  return function* () {
    for (const frame of [...frames, null]) {
      for (const made of encode(encoder, frame, packet)) yield { packet: made, stream, timeBase: encoder.timeBase }
    }
  }
}

const everything = source.streams.flatMap((stream): Lane[] =>
  isVideo(stream) ? [{ of: 'video' }] : isAudio(stream) ? [{ of: 'audio' }] : [],
)
const writes = (recipe.lanes ?? everything).map(lane => {
  const from = assertFound(source.streams.find(lane.of === 'video' ? isVideo : isAudio), lane.of)
  return lane.codec === undefined ? addCopy(from) : addEncoded(from, lane)
})
assertOk(target.openOutputSync(), 'output file')
for (const [option, value] of Object.entries(recipe.options ?? {})) {
  assertOk(target.setOption(option, value), `option ${option}`)
}
assertOk(target.writeHeaderSync(null), 'header')
for (const write of writes) {
  for (const { packet, stream, timeBase } of write()) {
    packet.rescaleTs(timeBase, stream.timeBase)
    packet.streamIndex = stream.index
    assertOk(target.interleavedWriteFrameSync(packet), 'writing')
  }
}
assertOk(target.writeTrailerSync(), 'trailer')
target.closeOutputSync()
