import type { MadeColours } from '../colour/colour.ts'
import { MediaError } from '../errors.ts'
import type { ProbeReport } from '../probe/report.ts'
import type { Rational } from '../rational.ts'
import { AUDIO_ENCODING, toVideoTimescale, type VideoOutput } from './encoding.ts'
import { fitWithin, type PicturePlan, type PictureSize, planPicture, toAspect, toDisplaySize } from './picture-size.ts'
import { assertReadable } from './readable.ts'
import { planSound, type SoundPlan } from './sound/sound.ts'
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
        readonly picture: PicturePlan
        /** How many frames the last picture goes on for. */
        readonly heldFrames: number
        /** Packets of the stream that begin a picture. */
        readonly packets: number
      })
    | undefined
  readonly audio: SoundPlan | undefined
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
  assertReadable(video)
  assertReadable(audio)
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
        heldFrames: report.heldFrames,
        packets: video.packetCount,
        colours: picture.made,
        picture: {
          filter: picture.filters.join(),
          colourTable: picture.table,
          aspect: toAspect(video),
          rest: toFilter({ ...size, made: picture.made }, report.variableFrameRate ? undefined : rate, timescale, wish),
        },
      },
    audio:
      audio &&
      planSound(
        { ...report, audio },
        {
          channels: 'stereo',
          samplingFrequency: AUDIO_ENCODING.samplingFrequency,
          form: `aformat=sample_fmts=fltp,asetnsamples=n=${AUDIO_ENCODING.frameSamples}:p=0`,
        },
      ),
  }
}

function toFilter(
  size: PictureSize & { readonly made: MadeColours },
  regularRate: Rational | undefined,
  timescale: number,
  { watermark, subtitles }: { watermark?: ProbedWatermark | undefined; subtitles?: BurnedInSubtitles | undefined },
): string {
  const drawn = subtitles ? [drawSubtitles(subtitles.path)] : []
  const timeBase = `1/${timescale}`
  // where the rate is constant, times are only a little beside their places
  const places = regularRate ? `N*${(timescale * regularRate.den) / regularRate.num}` : 'PTS-STARTPTS'
  const times = [`settb=${timeBase}`, `setpts=${places}`, ...drawn]
  if (!watermark) return times.join()
  return [layOver(times, watermark, size, timeBase), 'format=yuv420p', `settb=${timeBase}`].join()
}
