import { type WatermarkPosition, watermarkPositions } from '@rushes/media-engine'
import { findLanguage } from '../../platform/text/language.ts'

/** Which derivatives an ingest makes: the production setting `ingest`. */
export interface IngestSettings {
  readonly poster: boolean
  readonly posterMaxWidth: number
  readonly proxy: boolean
  readonly proxyMaxHeight: number
  readonly stitch: boolean
  readonly waveform: boolean
  /** Whether shots are looked for where the request says nothing. */
  readonly shots: boolean
  /** How much of a picture must change for a cut, from 0 to 255. */
  readonly shotThreshold: number | undefined
  /** Whether captions within the picture become subtitles where the request says nothing. */
  readonly embeddedSubtitles: boolean
  /** Languages of channels of captions (`CC1`, `SERVICE2`). */
  readonly embeddedSubtitleLanguages: Readonly<Record<string, string>>
  /** What is laid over every proxy. */
  readonly watermark: WatermarkSettings | undefined
}

/** The part `watermark` of the setting. */
export interface WatermarkSettings {
  /** None: something is wanted that cannot be found. */
  readonly fileResourceId: number | undefined
  readonly position: WatermarkPosition
  readonly opacity: number
  /** Its width as a share of that of the picture. */
  readonly size: number
}

const defaults: IngestSettings = {
  poster: true,
  posterMaxWidth: 640,
  proxy: true,
  proxyMaxHeight: 540,
  stitch: true,
  waveform: true,
  shots: false,
  shotThreshold: undefined,
  embeddedSubtitles: false,
  embeddedSubtitleLanguages: {},
  watermark: undefined,
}
/** Height of a proxy that was asked for in high definition. */
export const hdProxyHeight = 1080
/** Width of the version of a picture that browsers show. */
export const imageProxyWidth = 1920
const largestPixels = 4320

/** Reads the setting; a member that is absent or makes no sense has its default, so a slip there stops no ingest. */
export function readIngestSettings(setting: unknown): IngestSettings {
  const given = typeof setting === 'object' && setting !== null ? (setting as Record<string, unknown>) : {}
  return {
    poster: readFlag(given.poster, defaults.poster),
    posterMaxWidth: readPixels(given.posterMaxWidth, defaults.posterMaxWidth),
    proxy: readFlag(given.proxy, defaults.proxy),
    proxyMaxHeight: readPixels(given.proxyMaxHeight, defaults.proxyMaxHeight),
    stitch: readFlag(given.stitch, defaults.stitch),
    waveform: readFlag(given.waveform, defaults.waveform),
    shots: readFlag(given.shots, defaults.shots),
    shotThreshold: readThreshold(given.shotThreshold),
    embeddedSubtitles: readFlag(given.embeddedSubtitles, defaults.embeddedSubtitles),
    embeddedSubtitleLanguages: readLanguages(given.embeddedSubtitleLanguages),
    watermark: readWatermark(given.watermark),
  }
}

function readFlag(value: unknown, fallback: boolean): boolean {
  return typeof value === 'boolean' ? value : fallback
}

/** Encoders want an even number of lines. */
function readPixels(value: unknown, fallback: number): number {
  const isUsable = typeof value === 'number' && Number.isSafeInteger(value) && value >= 16 && value <= largestPixels
  return isUsable ? value - (value % 2) : fallback
}

function readThreshold(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 && value <= 255 ? value : undefined
}

/** Channels with a language tag; others are left out. */
function readLanguages(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([channel, tag]) => {
      const language = typeof tag === 'string' ? findLanguage(tag) : undefined
      return language === undefined ? [] : [[channel.toUpperCase(), language]]
    }),
  )
}

/** Nobody gets unmarked what was to be marked: a slip in it stops the proxy. */
function readWatermark(value: unknown): WatermarkSettings | undefined {
  if (value === undefined || value === null || value === false) return undefined
  const { fileResourceId, position, opacity, size } = value as Record<string, unknown>
  return {
    fileResourceId: Number.isSafeInteger(fileResourceId) ? (fileResourceId as number) : undefined,
    position: watermarkPositions.find(known => known === position) ?? 'bottomRight',
    opacity: readShare(opacity, 0.5),
    size: readShare(size, 0.2),
  }
}

function readShare(value: unknown, fallback: number): number {
  return typeof value === 'number' && value > 0 && value <= 1 ? value : fallback
}
