import { type MediaObjectRow, toSampleRate } from '../../media/index.ts'
import type { FieldValue } from '../../search/index.ts'
import type { AnnotationRow } from '../annotation.ts'

/** What the document of a clip's own annotation contains of its file, so that a list of clips needs no other call. */
interface ClipFacts {
  readonly fields: Readonly<Record<string, FieldValue | null | undefined>>
  readonly stored: Readonly<Record<string, unknown>>
}

const none: ClipFacts = { fields: {}, stored: {} }

/** Of other annotations nothing: a clip may have thousands of comments. */
export function toClipFacts(row: AnnotationRow, clip: MediaObjectRow | undefined): ClipFacts {
  if (row.object_type !== 'MediaObjectAnnotation' || !clip) return none
  const description = row.structured_description
  const picture = findTrack(description.tracks, 'VIDEO') ?? findTrack(description.tracks, 'IMAGE')
  const sound = findTrack(description.tracks, 'AUDIO')
  const { rate_num: num, rate_den: den } = clip
  const rate = num === null || den === null ? undefined : { num, den }
  const isTurned = Math.abs(Number(description.rotation)) % 180 === 90
  const [width, height] = [picture?.width, picture?.height].map(readNumber)
  return {
    fields: {
      mediaObjectResolution: width && height ? (isTurned ? `${height}x${width}` : `${width}x${height}`) : undefined,
      mediaObjectFrameRate: rate && clip.type === 'VIDEO' ? Math.round((rate.num / rate.den) * 1000) / 1000 : undefined,
      mediaObjectSize: readNumber(description.size),
      mediaObjectTimecodeFrames: rate ? (clip.timecode_frames ?? undefined) : undefined,
    },
    stored: {
      mediaObjectSampleRate: rate && toSampleRate(rate, clip.drop_frame),
      mediaObjectDurationSeconds: clip.duration_ms === null ? undefined : clip.duration_ms / 1000,
      mediaObjectCodec: readText((picture ?? sound)?.codingFormat),
      mediaObjectChannels: readNumber(sound?.channels),
      mediaObjectSamplingFrequency: readNumber(sound?.samplingFrequency),
      mediaObjectLoudness: readText(description.loudness),
    },
  }
}

/** Clients may write this description too: nothing in it is certain. */
function findTrack(tracks: unknown, type: string): Readonly<Record<string, unknown>> | undefined {
  if (!Array.isArray(tracks)) return undefined
  return tracks.map(track => Object(track) as Record<string, unknown>).find(track => track.type === type)
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= 200 ? value : undefined
}
