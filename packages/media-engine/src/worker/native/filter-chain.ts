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

/** Formats of JPEG have their range in their name: as formats without it they have what the filters are told. */
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

/**
 * A chain of filters between one source and one sink, described in FFmpeg's syntax. It is built from the
 * first frame, since headers may be wrong about what a decoder gives.
 */
export class FilterChain {
  readonly #description: string
  readonly #timeBase: Rational
  readonly #colourTable: ColourSource | undefined
  readonly #graph = new FilterGraph()
  readonly #output = new Frame()
  #source: FilterContext | undefined
  #sink: FilterContext | undefined

  /** `colourTable` is what `COLOUR_TABLE` of the description names. */
  constructor(description: string, timeBase: Rational, colourTable?: ColourSource) {
    this.#description = description
    this.#colourTable = colourTable
    this.#timeBase = timeBase
    this.#graph.alloc()
    this.#output.alloc()
  }

  /** The frames that one frame, shown at a time, brings forth; null drains the filters. The frame given out is reused. */
  *filter(frame: Frame | null, time = frame && timeOf(frame)): Generator<Frame, void> {
    if (frame) normalizeFormat(frame)
    if (frame && !this.#source) this.#build(frame)
    if (!this.#source || !this.#sink) return
    if (frame && time !== null) frame.pts = time
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
    const isVideo = frame.isVideo()
    const timeBase = formatRational(this.#timeBase)
    const aspect = frame.sampleAspectRatio
    const { mask, nbChannels } = isVideo ? { mask: 0n, nbChannels: 0 } : frame.channelLayout
    const source = this.#graph.createFilter(
      assertFound(Filter.getByName(isVideo ? 'buffer' : 'abuffer'), 'buffer filter'),
      'in',
      isVideo
        ? `video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:time_base=${timeBase}` +
            `:pixel_aspect=${aspect.num}/${aspect.den || 1}:colorspace=${frame.colorSpace}:range=${frame.colorRange}`
        : `time_base=${timeBase}:sample_rate=${frame.sampleRate}:sample_fmt=${frame.format}` +
            `:channel_layout=${mask === 0n ? `${nbChannels}c` : `0x${mask.toString(16)}`}`,
    )
    const sink = this.#graph.createFilter(
      assertFound(Filter.getByName(isVideo ? 'buffersink' : 'abuffersink'), 'sink filter'),
      'out',
    )
    this.#source = assertFound(source, 'filter source')
    this.#sink = assertFound(sink, 'filter sink')
    const outputs = FilterInOut.createList([{ name: 'in', filterCtx: this.#source, padIdx: 0 }])
    const inputs = FilterInOut.createList([{ name: 'out', filterCtx: this.#sink, padIdx: 0 }])
    withColourTable(this.#description, this.#colourTable, description => {
      assertOk(this.#graph.parsePtr(description, inputs, outputs), `filters ${description}`)
      assertOk(this.#graph.configSync(), `filters ${description}`)
    })
  }

  close(): void {
    this.#output.free()
    this.#graph.free()
  }
}
