import type { ColourSource } from '../colour/colour-table.ts'
import { MediaError } from '../errors.ts'
import type { ProbeReport } from '../probe/report.ts'
import { AUDIO_ENCODING, toVideoTimescale, type VideoOutput } from './encoding.ts'
import { fitWithin, type PictureSize, planPicture, toDisplaySize } from './picture-size.ts'
import { toSoundFilters } from './sound.ts'
import { type BurnedInSubtitles, drawSubtitles } from './subtitles.ts'
import { layOver, type ProbedWatermark } from './watermark.ts'

/** Everything decided about a proxy before a worker is started. */
export interface ProxyPlan {
  readonly input: string
  readonly demuxer: string | undefined
  readonly output: string
  readonly video:
    | (VideoOutput & {
        readonly streamIndex: number
        readonly filter: string
        /** The table that the filters read, if any. */
        readonly colourTable: ColourSource | undefined
      })
    | undefined
  readonly audio: { readonly streamIndex: number; readonly filter: string } | undefined
  readonly startTimecode: string | undefined
  readonly subtitles?: BurnedInSubtitles | undefined
}

const FALLBACK_RATE = { num: 25, den: 1 }

/** Plans the proxy of a probed file: frames keep their number and their distance, and frame 0 moves to time 0. */
export function planProxy(
  report: ProbeReport,
  wish: {
    readonly input: string
    readonly output: string
    readonly maxHeight: number
    readonly startTimecode: string | undefined
    readonly watermark?: ProbedWatermark | undefined
    readonly subtitles?: BurnedInSubtitles | undefined
  },
): ProxyPlan {
  const { video, audio } = report
  if (report.kind !== 'VIDEO' && report.kind !== 'AUDIO') {
    throw new MediaError('NO_STREAM', `A file of kind ${report.kind} has no proxy.`)
  }
  const rate = report.rate ?? FALLBACK_RATE
  const timescale = toVideoTimescale(rate)
  const size = video && fitWithin(toDisplaySize(video, report.rotation), { maxHeight: wish.maxHeight })
  const picture = video && size && planPicture(video, report, size, 'film')
  return {
    input: wish.input,
    demuxer: report.demuxer,
    output: wish.output,
    startTimecode: wish.startTimecode,
    subtitles: wish.subtitles,
    video: video &&
      size &&
      picture && {
        ...size,
        rate,
        timescale,
        streamIndex: video.index,
        colours: picture.made,
        filter: toFilter(picture.filters, size, `1/${timescale}`, wish),
        colourTable: picture.table,
      },
    audio: audio && {
      streamIndex: audio.index,
      filter: [
        ...toSoundFilters(report, AUDIO_ENCODING.samplingFrequency),
        `aformat=sample_fmts=fltp:sample_rates=${AUDIO_ENCODING.samplingFrequency}:channel_layouts=stereo`,
        `asetnsamples=n=${AUDIO_ENCODING.frameSamples}:p=0`,
      ].join(),
    },
  }
}

function toFilter(
  picture: readonly string[],
  size: PictureSize,
  timeBase: string,
  { watermark, subtitles }: { watermark?: ProbedWatermark | undefined; subtitles?: BurnedInSubtitles | undefined },
): string {
  const drawn = subtitles ? [drawSubtitles(subtitles.path)] : []
  const times = ['setpts=PTS-STARTPTS', `settb=${timeBase}`, ...drawn]
  if (!watermark) return [...picture, ...times].join()
  return [layOver([...picture, ...times], watermark, size, timeBase), 'format=yuv420p', `settb=${timeBase}`].join()
}
