import type { MediaEngine, ProbeReport } from '@rushes/media-engine'
import { createSampleRate } from '@rushes/timebase'
import { type CaptionChannel, readCaptionData } from '@rushes/timed-text'
import type { Context, Transaction } from '../../../platform/context.ts'
import { findLanguage } from '../../../platform/text/language.ts'
import { findAnnotationHeads } from '../../annotations/index.ts'
import { getSetting } from '../../productions/index.ts'
import type { TaskRun, TaskWork } from '../../workflows/index.ts'
import type { IngestInput } from '../definition.ts'
import { getIngestSettings, getOriginal, getReport, withFile } from '../files/original.ts'

/** Captions of a channel for a clip, in a language. */
export interface EmbeddedSubtitles {
  readonly productionId: number
  readonly mediaObjectId: number
  readonly language: string
  readonly channel: CaptionChannel
}

declare module '../../../platform/module.ts' {
  interface Services {
    /**
     * Makes subtitles of captions; the result stores them, unless there are others that someone has worked on, and says
     * whether it did.
     */
    readonly prepareEmbeddedSubtitles: (
      ctx: Context,
      captions: EmbeddedSubtitles,
    ) => Promise<(ctx: Transaction) => Promise<boolean>>
  }
}

const teletextCodec = 'dvb_teletext'

/** Reads the captions within the picture as subtitles, where `enableEmbeddedSubtitles` or the production asks for it. */
export function createSubtitlesTask(engine: MediaEngine): TaskWork<IngestInput> {
  return async run => {
    const settings = await getIngestSettings(run)
    if (!(run.input.enableEmbeddedSubtitles ?? settings.embeddedSubtitles)) return { skip: 'None are asked for' }
    const original = await getOriginal(run)
    const report = await getReport(run, engine, original)
    if (report.kind !== 'VIDEO' || !report.rate) return { skip: `A file of kind ${report.kind} has none` }
    const data = await withFile(run, original.instance, input =>
      engine.findCaptions({ input, report, signal: run.signal, onProgress: share => run.report(share * 100) }),
    )
    const rate = createSampleRate(report.rate.num, report.rate.den)
    const channels = readCaptionData(data, { rate, frameCount: report.frameCount ?? 0, isWide: isWide(report) })
    const { mediaObjectId } = original
    const { productionId, ctx } = run
    const languages = nameLanguages(
      channels,
      settings.embeddedSubtitleLanguages,
      await findClipLanguage(run, mediaObjectId),
    )
    const prepared = await Promise.all(
      languages.map(async ({ channel, language }) => ({
        channel: channel.name,
        language,
        entries: channel.document.cues.length,
        store: await ctx.platform.services.prepareEmbeddedSubtitles(ctx, {
          productionId,
          mediaObjectId,
          language,
          channel,
        }),
      })),
    )
    return {
      record: async ctx => {
        const subtitles = []
        for (const { store, ...named } of prepared) subtitles.push({ ...named, stored: await store(ctx) })
        return { report: { subtitles, warnings: [...listLeftOut(channels, languages), ...listTeletext(report)] } }
      },
    }
  }
}

interface NamedChannel {
  readonly channel: CaptionChannel
  readonly language: string
}

/**
 * The language of each channel: that of the settings; else that of the clip for the first, and a private tag with the
 * name of the channel for the others. The first service of CTA-708 repeats CC1 unless the settings say otherwise.
 */
export function nameLanguages(
  channels: readonly CaptionChannel[],
  given: Readonly<Record<string, string>>,
  language: string,
): NamedChannel[] {
  const hasFirst = channels.some(({ name }) => name === 'CC1')
  return channels.flatMap(channel => {
    const { name } = channel
    const isFirst = name === 'CC1' || name === 'SERVICE1'
    if (name === 'SERVICE1' && hasFirst && given[name] === undefined) return []
    return [{ channel, language: given[name] ?? (isFirst ? language : `und-x-${name.toLowerCase()}`) }]
  })
}

/** The language of the clip, else that of its production; neither need be the tag of one. */
async function findClipLanguage({ ctx, productionId }: TaskRun<IngestInput>, mediaObjectId: number): Promise<string> {
  const filter = { productionId, mediaObjectId, funnel: 'MediaObjectAnnotation' }
  const [clip] = await findAnnotationHeads(ctx.db, filter)
  const language = clip?.language ?? (await getSetting(ctx, productionId, 'defaultLanguage'))
  return (typeof language === 'string' ? findLanguage(language) : undefined) ?? 'und'
}

function isWide({ video }: ProbeReport): boolean {
  const { width = 16, height = 9, pixelAspect } = video ?? {}
  return (width * (pixelAspect?.num ?? 1)) / (height * (pixelAspect?.den ?? 1)) > 1.5
}

function listLeftOut(channels: readonly CaptionChannel[], named: readonly NamedChannel[]) {
  return channels
    .filter(channel => !named.some(one => one.channel === channel))
    .map(({ name }) => ({
      type: 'CAPTIONS_LEFT_OUT',
      message: `${name} repeats CC1 and was left out; embeddedSubtitleLanguages of the setting ingest may name it`,
    }))
}

function listTeletext({ tracks }: ProbeReport) {
  return tracks
    .filter(({ codec }) => codec === teletextCodec)
    .map(({ index, language }) => ({
      type: 'TELETEXT_LEFT_OUT',
      message: `Track ${index} is teletext${language ? ` (${language})` : ''}, which the media library does not decode`,
    }))
}
