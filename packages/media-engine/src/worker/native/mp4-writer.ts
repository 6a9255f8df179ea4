import { AV_PICTURE_TYPE_NONE } from 'node-av/constants'
import { type CodecContext, Dictionary, FormatContext, type Frame, Packet, Rational, type Stream } from 'node-av/lib'
import type { VideoOutput } from '../../plan/encoding.ts'
import { encode, openAudioEncoder, openVideoEncoder } from './encoder.ts'
import { assertOk } from './native.ts'

/** What an MP4 is to hold. */
export interface Mp4Content {
  readonly video: VideoOutput | undefined
  readonly hasAudio: boolean
  readonly startTimecode: string | undefined
}

interface Lane {
  readonly encoder: CodecContext
  readonly stream: Stream
  /** For packets to which the encoder gives no duration, in encoder ticks. */
  readonly durationTicks: bigint
}

/** Writes an MP4 with the index in front; frames come with times in 1 / timescale (video) or in samples (audio). */
export class Mp4Writer {
  readonly #context = new FormatContext()
  readonly #packet = new Packet()
  readonly #video: Lane | undefined
  readonly #audio: Lane | undefined

  constructor(path: string, { video, hasAudio, startTimecode }: Mp4Content) {
    this.#packet.alloc()
    assertOk(this.#context.allocOutputContext2(null, 'mp4', path), 'output')
    this.#video = video && this.#addVideo(video, startTimecode)
    this.#audio = hasAudio ? this.#addAudio() : undefined
    assertOk(this.#context.openOutputSync(), 'output file')
    this.#setOption('movflags', '+faststart')
    if (video) this.#setOption('video_track_timescale', String(video.timescale))
    assertOk(this.#context.writeHeaderSync(null), 'output header')
  }

  #setOption(name: string, value: string): void {
    assertOk(this.#context.setOption(name, value), `option ${name}`)
  }

  #addVideo(video: VideoOutput, startTimecode: string | undefined): Lane {
    const encoder = openVideoEncoder(video)
    const stream = this.#addStream(encoder)
    stream.timeBase = new Rational(1, video.timescale)
    stream.avgFrameRate = new Rational(video.rate.num, video.rate.den)
    // the muxer makes its timecode track from this tag
    if (startTimecode) stream.metadata = Dictionary.fromObject({ timecode: startTimecode })
    return { encoder, stream, durationTicks: BigInt(Math.round((video.timescale * video.rate.den) / video.rate.num)) }
  }

  #addAudio(): Lane {
    const encoder = openAudioEncoder()
    const stream = this.#addStream(encoder)
    stream.timeBase = encoder.timeBase
    return { encoder, stream, durationTicks: BigInt(encoder.frameSize) }
  }

  #addStream(encoder: CodecContext): Stream {
    const stream = this.#context.newStream(null)
    assertOk(stream.codecpar.fromContext(encoder), 'output stream')
    return stream
  }

  writeVideo(frame: Frame | null): void {
    // a source's own picture types would force key frames of its GOP on ours
    if (frame) frame.pictType = AV_PICTURE_TYPE_NONE
    this.#write(this.#video, frame)
  }

  writeAudio(frame: Frame | null): void {
    this.#write(this.#audio, frame)
  }

  #write(lane: Lane | undefined, frame: Frame | null): void {
    if (!lane) return
    for (const packet of encode(lane.encoder, frame, this.#packet)) {
      if (packet.duration <= 0n) packet.duration = lane.durationTicks
      packet.rescaleTs(lane.encoder.timeBase, lane.stream.timeBase)
      packet.streamIndex = lane.stream.index
      assertOk(this.#context.interleavedWriteFrameSync(packet), 'writing')
    }
  }

  /** Drains the encoders and completes the file. */
  finish(): void {
    this.writeVideo(null)
    this.writeAudio(null)
    assertOk(this.#context.writeTrailerSync(), 'output trailer')
    this.#context.closeOutputSync()
  }
}
