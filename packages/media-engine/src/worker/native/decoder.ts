import { AVERROR_EAGAIN, AVERROR_ENOMEM, AVERROR_EOF } from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, Frame, type Packet, type Stream } from 'node-av/lib'
import { MediaError } from '../../errors.ts'
import { MAX_PIXELS, THREADS } from '../../limits.ts'
import { assertOk } from './native.ts'

/** A decoder that says this often in a row that it cannot go on is not asked again. */
const MAX_DRAIN_ERRORS = 100

/**
 * Decodes one stream. Damaged packets are dropped: the rest of the job is worth more than the error.
 */
export class Decoder {
  readonly context: CodecContext
  readonly #frame = new Frame()

  constructor(stream: Stream) {
    const codec = Codec.findDecoder(stream.codecpar.codecId)
    if (!codec) throw new MediaError('UNSUPPORTED', 'The coding of the file is not supported.')
    this.context = new CodecContext()
    this.context.allocContext3(codec)
    assertOk(this.context.parametersToContext(stream.codecpar), 'decoder parameters')
    this.context.pktTimebase = stream.timeBase
    this.context.framerate = stream.avgFrameRate
    this.context.threadCount = THREADS
    assertOk(this.context.setOption('max_pixels', String(MAX_PIXELS)), 'option max_pixels')
    const opened = this.context.open2Sync(codec, null)
    // what the file says of its coding is damaged, or of a kind that the decoder does not know
    if (opened < 0 && opened !== AVERROR_ENOMEM)
      throw new MediaError('UNSUPPORTED', 'The coding of the file cannot be read.', FFmpegError.strerror(opened))
    assertOk(opened, 'decoder')
    this.#frame.alloc()
  }

  /** The frames that a packet completes; null drains the decoder. The frame is reused. */
  *decode(packet: Packet | null): Generator<Frame, void> {
    let isSent = false
    let errors = 0
    while (!isSent && errors <= MAX_DRAIN_ERRORS) {
      const sent = this.context.sendPacketSync(packet)
      // a full decoder takes the packet after some frames have been taken from it
      isSent = sent !== AVERROR_EAGAIN
      if (!isSent) errors += 1
      if (sent < 0 && isSent && sent !== AVERROR_EOF) return
      for (;;) {
        const received = this.context.receiveFrameSync(this.#frame)
        if (received === AVERROR_EAGAIN || received === AVERROR_EOF) break
        if (received < 0) {
          errors += 1
          if (packet || errors > MAX_DRAIN_ERRORS) break
          continue
        }
        yield this.#frame
        this.#frame.unref()
      }
    }
  }

  close(): void {
    this.#frame.free()
    this.context.freeContext()
  }
}

/** When a frame is to be shown, in time base units of its stream. */
export const timeOf = (frame: Frame): bigint => frame.bestEffortTimestamp
