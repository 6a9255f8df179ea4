import { AVERROR_EOF, AVERROR_INVALIDDATA } from 'node-av/constants'
import { Dictionary, FFmpegError, FormatContext, InputFormat, type Packet, type Stream } from 'node-av/lib'
import { MediaError } from '../../errors.ts'
import { FORMAT_WHITELIST, PROTOCOL_WHITELIST, toFileUrl } from '../../limits.ts'

/** A damaged file may answer every read with an error; after this many in a row we take it as its end. */
const MAX_READ_ERRORS = 100

/** Opens a customer's file within the white lists; throws `NOT_MEDIA` if nothing permitted reads it. */
export function openInput(path: string, demuxer: string | undefined): FormatContext {
  const context = new FormatContext()
  // not freed by us: opening takes the dictionary over
  const options = Dictionary.fromObject({ format_whitelist: FORMAT_WHITELIST, protocol_whitelist: PROTOCOL_WHITELIST })
  const format = demuxer ? InputFormat.findInputFormat(demuxer) : null
  const opened = context.openInputSync(toFileUrl(path), format, options)
  if (opened < 0)
    throw new MediaError('NOT_MEDIA', 'The file is not a media file, or is damaged.', FFmpegError.strerror(opened))
  const found = context.findStreamInfoSync(null)
  if (found < 0) {
    context.closeInputSync()
    throw new MediaError('NOT_MEDIA', 'The streams of the file cannot be read.', FFmpegError.strerror(found))
  }
  return context
}

/** Reads packets to the end, stepping over damaged ones; the packet is reused, so take from it what is to stay. */
export function* readPackets(context: FormatContext, packet: Packet): Generator<Packet, void> {
  let errors = 0
  for (;;) {
    const code = context.readFrameSync(packet)
    if (code >= 0) {
      errors = 0
      yield packet
      packet.unref()
    } else if (code === AVERROR_EOF || code !== AVERROR_INVALIDDATA || ++errors > MAX_READ_ERRORS) {
      return
    }
  }
}

/** The stream that a plan names. */
export function getStream(context: FormatContext, index: number): Stream {
  const stream = context.streams[index]
  if (!stream) throw new MediaError('NO_STREAM', `The file has no stream ${index}.`)
  return stream
}
