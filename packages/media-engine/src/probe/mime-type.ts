import type { RawProbe } from './raw.ts'
import type { MediaKind } from './report.ts'

const ISO_IMAGE_BRANDS: Readonly<Record<string, string>> = {
  heic: 'image/heic',
  mif1: 'image/heif',
  avif: 'image/avif',
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  mpegts: 'video/mp2t',
  mpeg: 'video/mpeg',
  mxf: 'application/mxf',
  gxf: 'application/gxf',
  avi: 'video/x-msvideo',
  asf: 'video/x-ms-asf',
  dv: 'video/x-dv',
  wav: 'audio/wav',
  w64: 'audio/wav',
  aiff: 'audio/aiff',
  caf: 'audio/x-caf',
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  aac: 'audio/aac',
}

const WEBM_CODECS = new Set(['vp8', 'vp9', 'av1', 'opus', 'vorbis', 'webvtt'])

/** The media type of what a demuxer has read. */
export function toMimeType({ format, streams }: RawProbe, kind: MediaKind): string {
  const name = format.format_name.split(',')[0] ?? ''
  const prefix = kind === 'AUDIO' ? 'audio' : 'video'
  switch (name) {
    case 'mov': {
      const brand = format.tags?.major_brand?.trim() ?? ''
      return ISO_IMAGE_BRANDS[brand] ?? (brand === 'qt' ? 'video/quicktime' : `${prefix}/mp4`)
    }
    case 'matroska': {
      // one demuxer for both; WebM is the subset with these codecs
      const isWebm = streams.every(stream => WEBM_CODECS.has(stream.codec_name ?? ''))
      return isWebm ? `${prefix}/webm` : kind === 'AUDIO' ? 'audio/x-matroska' : 'video/x-matroska'
    }
    case 'ogg':
      return `${prefix}/ogg`
    case 'asf':
      return kind === 'AUDIO' ? 'audio/x-ms-wma' : 'video/x-ms-asf'
    default:
      return BY_FORMAT[name] ?? 'application/octet-stream'
  }
}
