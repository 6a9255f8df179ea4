import {
  AV_PIX_FMT_YUV411P,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV422P,
  AV_PIX_FMT_YUV440P,
  AV_PIX_FMT_YUV444P,
  AV_PIX_FMT_YUVJ411P,
  AV_PIX_FMT_YUVJ420P,
  AV_PIX_FMT_YUVJ422P,
  AV_PIX_FMT_YUVJ440P,
  AV_PIX_FMT_YUVJ444P,
  AVCOL_RANGE_JPEG,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  type AVPixelFormat,
} from 'node-av/constants'
import { Filter, type FilterContext, FilterGraph, FilterInOut, Frame } from 'node-av/lib'
import type { ColourSource } from '../../colour/colour-table.ts'
import type { Rational } from '../../rational.ts'
import { formatRational } from '../../rational.ts'
import { withColourTable } from './colour-table-file.ts'
import { timeOf } from './decoder.ts'
import { assertFound, assertOk } from './native.ts'

/** Formats of JPEG have their range in their name, and libswscale ignores an option against it: the plain ones follow options. */
const JPEG_FORMATS: ReadonlyMap<number, AVPixelFormat> = new Map([
  [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUV420P],
  [AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUV422P],
  [AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUV444P],
  [AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUV440P],
  [AV_PIX_FMT_YUVJ411P, AV_PIX_FMT_YUV411P],
])

function normalizeFormat(frame: Frame): void {
  const format = frame.isVideo() ? JPEG_FORMATS.get(frame.format) : undefined
  if (format === undefined) return
  frame.format = format
  frame.colorRange = AVCOL_RANGE_JPEG
}

/** What a graph of filters is built for: another one needs another graph. */
function describeFormat(frame: Frame): string {
  if (!frame.isVideo()) {
    const { nbChannels, mask } = frame.channelLayout
    return [frame.sampleRate, frame.format, nbChannels, mask].join()
  }
  const { num, den } = frame.sampleAspectRatio
  return [frame.width, frame.height, frame.format, num, den].join()
}

/**
 * A chain of filters between one source and one sink, described in FFmpeg's syntax. It is built from the
 * first frame, since headers may be wrong about what a decoder gives, and again where the format of frames changes:
 * then filters lose what they know of earlier frames.
 */
export class FilterChain {
  readonly #describe: (frame: Frame) => string
  readonly #timeBase: Rational
  readonly #colourTable: ColourSource | undefined
  readonly #output = new Frame()
  #format: string | undefined
  #graph: FilterGraph | undefined
  #source: FilterContext | undefined
  #sink: FilterContext | undefined

  /** `colourTable` is what `COLOUR_TABLE` of the description names. */
  constructor(description: string | ((frame: Frame) => string), timeBase: Rational, colourTable?: ColourSource) {
    this.#describe = typeof description === 'string' ? () => description : description
    this.#colourTable = colourTable
    this.#timeBase = timeBase
    this.#output.alloc()
  }

  /** The frames that one frame, shown at a time, brings forth; null drains the filters. The frame given out is reused. */
  *filter(frame: Frame | null, time = frame && timeOf(frame)): Generator<Frame, void> {
    if (frame) {
      normalizeFormat(frame)
      const format = describeFormat(frame)
      if (format !== this.#format) {
        yield* this.#push(null)
        this.#build(frame)
        this.#format = format
      }
      if (time !== null) frame.pts = time
    }
    yield* this.#push(frame)
  }

  *#push(frame: Frame | null): Generator<Frame, void> {
    if (!this.#source || !this.#sink) return
    assertOk(this.#source.buffersrcAddFrameSync(frame), 'filter input')
    for (;;) {
      const code = this.#sink.buffersinkGetFrameSync(this.#output)
      if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return
      assertOk(code, 'filter output')
      yield this.#output
      this.#output.unref()
    }
  }

  #build(frame: Frame): void {
    this.#graph?.free()
    const graph = new FilterGraph()
    this.#graph = graph
    graph.alloc()
    const isVideo = frame.isVideo()
    const timeBase = formatRational(this.#timeBase)
    const aspect = frame.sampleAspectRatio
    const { mask, nbChannels } = isVideo ? { mask: 0n, nbChannels: 0 } : frame.channelLayout
    // one channel without a position is mono and two are stereo; of more the library would guess
    const source = graph.createFilter(
      assertFound(Filter.getByName(isVideo ? 'buffer' : 'abuffer'), 'buffer filter'),
      'in',
      isVideo
        ? `video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:time_base=${timeBase}` +
            `:pixel_aspect=${aspect.num}/${aspect.den || 1}:colorspace=${frame.colorSpace}:range=${frame.colorRange}`
        : `time_base=${timeBase}:sample_rate=${frame.sampleRate}:sample_fmt=${frame.format}` +
            `:channel_layout=${mask === 0n ? `${nbChannels}${nbChannels > 2 ? 'C' : 'c'}` : `0x${mask.toString(16)}`}`,
    )
    const sink = graph.createFilter(
      assertFound(Filter.getByName(isVideo ? 'buffersink' : 'abuffersink'), 'sink filter'),
      'out',
    )
    this.#source = assertFound(source, 'filter source')
    this.#sink = assertFound(sink, 'filter sink')
    const outputs = FilterInOut.createList([{ name: 'in', filterCtx: this.#source, padIdx: 0 }])
    const inputs = FilterInOut.createList([{ name: 'out', filterCtx: this.#sink, padIdx: 0 }])
    withColourTable(this.#describe(frame), this.#colourTable, description => {
      assertOk(graph.parsePtr(description, inputs, outputs), `filters ${description}`)
      assertOk(graph.configSync(), `filters ${description}`)
    })
  }

  close(): void {
    this.#output.free()
    this.#graph?.free()
  }
}
