import { basename } from 'node:path'
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_FRAME_DATA_DISPLAYMATRIX,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_PKT_FLAG_DISCARD,
  AV_PROFILE_UNKNOWN,
} from 'node-av/constants'
import {
  avGetCodecName,
  avGetMediaTypeString,
  avGetPixFmtName,
  Codec,
  CodecContext,
  type FormatContext,
  Packet,
  type Stream,
} from 'node-av/lib'
import type { RawFormat, RawProbe, RawStream, StreamTally } from '../../probe/raw.ts'
import { PacketTally } from '../../probe/tally.ts'
import { describeColour } from '../native/colour.ts'
import { Decoder } from '../native/decoder.ts'
import { createFieldPairs, isSecondField } from '../native/fields.ts'
import { getStream, openInput, readPackets } from '../native/input.ts'
import { toTicks } from '../native/native.ts'
import { readTimecodes } from '../native/timecodes.ts'

const MICROSECONDS = 1_000_000

/** libav's AVFieldOrder, as ffprobe spells it. */
const FIELD_ORDERS = ['unknown', 'progressive', 'tt', 'bb', 'tb', 'bt']

const toSeconds = (microseconds: bigint): string | undefined => {
  const ticks = toTicks(microseconds)
  return ticks === undefined ? undefined : (ticks / MICROSECONDS).toFixed(6)
}

const toText = (value: bigint): string | undefined => (value > 0n ? String(value) : undefined)

/** Leaves out what is undefined, as JSON does. */
const compact = <T extends object>(value: { [Key in keyof T]: T[Key] | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T

function describeFormat(context: FormatContext, path: string): RawFormat {
  const tags = context.metadata?.getAll()
  return compact<RawFormat>({
    filename: basename(path),
    nb_streams: context.nbStreams,
    nb_programs: context.nbPrograms,
    format_name: context.iformat?.name ?? '',
    format_long_name: context.iformat?.longName ?? '',
    start_time: toSeconds(context.startTime),
    duration: toSeconds(context.duration),
    bit_rate: toText(context.bitRate),
    probe_score: context.probeScore,
    tags,
  })
}

function findFieldOrderAndProfile(stream: Stream): { field_order?: string; profile?: string } {
  const { codecpar } = stream
  const codec = Codec.findDecoder(codecpar.codecId)
  if (!codec) return {}
  using decoder = new CodecContext()
  decoder.allocContext3(codec)
  decoder.parametersToContext(codecpar)
  const order = FIELD_ORDERS[Number(decoder.getOption('field_order'))]
  const known = codec.profiles?.find(({ profile }) => profile === codecpar.profile)?.name
  const profile = known ?? (codecpar.profile === AV_PROFILE_UNKNOWN ? undefined : String(codecpar.profile))
  return { ...(order && { field_order: order }), ...(profile && { profile }) }
}

/** What a display matrix says: rows of three 16.16 numbers. */
function readMatrix(matrix: Buffer | null | undefined): RawStream['side_data_list'] {
  if (!matrix || matrix.length < 20) return undefined
  const [a, b, c, d] = [0, 4, 12, 16].map(offset => matrix.readInt32LE(offset)) as [number, number, number, number]
  const mirrored = a * d < b * c
  // a mirrored picture is turned after it was flipped from left to right
  const angle = mirrored ? Math.atan2(-b, -a) : Math.atan2(b, a)
  return [{ rotation: Math.round((-angle * 180) / Math.PI), mirrored }]
}

/** The orientation of a still (EXIF), which its decoder finds; stills have one packet. */
function findStillMatrix(path: string, demuxer: string | undefined): RawStream['side_data_list'] {
  const context = openInput(path, demuxer)
  const decoder = new Decoder(getStream(context, 0))
  using packet = new Packet()
  packet.alloc()
  try {
    for (const read of [...readPackets(context, packet).take(1), null]) {
      for (const frame of decoder.decode(read)) return readMatrix(frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX))
    }
    return undefined
  } finally {
    decoder.close()
    context.closeInputSync()
  }
}

/** A code of four letters as text; undefined for one that is none. */
function toLetters(code: number): string | undefined {
  const letters = String.fromCharCode(...[0, 8, 16, 24].map(shift => (code >> shift) & 255))
  return /^[\x20-\x7e]{4}$/.test(letters) ? letters : undefined
}

function describeStream(stream: Stream): RawStream {
  const { codecpar } = stream
  const type = avGetMediaTypeString(codecpar.codecType) ?? undefined
  const tags = stream.metadata?.getAll()
  const codecName = avGetCodecName(codecpar.codecId)
  return compact<RawStream>({
    index: stream.index,
    id: stream.id,
    codec_type: type,
    codec_tag_string: toLetters(Number(codecpar.codecTag)),
    decodable: Codec.findDecoder(codecpar.codecId) !== null,
    codec_name: codecName === 'none' ? undefined : (codecName ?? undefined),
    ...findFieldOrderAndProfile(stream),
    width: codecpar.width,
    height: codecpar.height,
    pix_fmt:
      type === 'video'
        ? (avGetPixFmtName(Number(codecpar.format) as Parameters<typeof avGetPixFmtName>[0]) ?? undefined)
        : undefined,
    ...(type === 'video' ? describeColour(stream) : {}),
    sample_aspect_ratio: `${codecpar.sampleAspectRatio.num}:${codecpar.sampleAspectRatio.den}`,
    r_frame_rate: stream.rFrameRate.toString(),
    avg_frame_rate: stream.avgFrameRate.toString(),
    time_base: stream.timeBase.toString(),
    duration_ts: toTicks(stream.duration),
    bit_rate: toText(codecpar.bitRate),
    nb_frames: toText(stream.nbFrames),
    sample_rate: codecpar.sampleRate > 0 ? String(codecpar.sampleRate) : undefined,
    channels: codecpar.channels,
    bits_per_raw_sample: codecpar.bitsPerRawSample > 0 ? String(codecpar.bitsPerRawSample) : undefined,
    // of coded sound the number would be the decoder's, not the file's
    bits_per_sample: codecName?.startsWith('pcm_') ? codecpar.bitsPerCodedSample : undefined,
    disposition: { attached_pic: (stream.disposition & AV_DISPOSITION_ATTACHED_PIC) === 0 ? 0 : 1 },
    tags,
    side_data_list: readMatrix(stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)),
  })
}

/** Counts every packet of an open file. */
export function countPackets(context: FormatContext): readonly StreamTally[] {
  const tallies = context.streams.map(
    stream => new PacketTally(stream.index, avGetMediaTypeString(stream.codecpar.codecType) === 'video'),
  )
  using packet = new Packet()
  packet.alloc()
  const fields = context.streams.map(createFieldPairs)
  for (const { streamIndex, pts, dts, duration, flags } of readPackets(context, packet)) {
    tallies[streamIndex]?.add({
      isSecondField: isSecondField(fields[streamIndex], packet),
      pts: toTicks(pts) ?? toTicks(dts),
      durationTicks: Number(duration),
      isDiscarded: (flags & AV_PKT_FLAG_DISCARD) !== 0,
    })
  }
  return tallies.map(tally => tally.toTally())
}

/** Opens, describes and counts a file. */
export function probeFile(path: string, demuxer: string | undefined): RawProbe {
  const context = openInput(path, demuxer)
  try {
    const tallies = countPackets(context)
    const streams = context.streams.map(describeStream)
    const isStill = /^(?:png|jpeg|tiff|webp)_pipe$/.test(context.iformat?.name ?? '')
    const turned =
      isStill && streams[0] ? [{ ...streams[0], side_data_list: findStillMatrix(path, demuxer) ?? [] }] : streams
    const timecodes = readTimecodes(path, context.iformat?.name ?? '')
    return { format: describeFormat(context, path), streams: turned, tallies, ...timecodes }
  } finally {
    context.closeInputSync()
  }
}
