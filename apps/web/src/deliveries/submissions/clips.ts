/** The clips of a submission, as far as its page shows them; the library has more to say, and loads more. */

import type { SolrDocument } from '@rushes/contract'
import { api } from '../../platform/reading/api.ts'
import { formatBytes } from '../../platform/translations.ts'
import { writeTimecode } from '../../player/frames.ts'

export interface SubmittedClip {
  readonly name: string
  readonly type: string
  readonly hasPoster: boolean
  /** Picture, rate, codec, length and size, as far as they are known. */
  readonly facts: readonly string[]
}

/** Ids that one call can name in its address. */
const idsOfCall = 500
const fields = [
  'mediaObjectId,mediaObjectName,mediaObjectType,hasScreenshot,end',
  'mediaObjectResolution,mediaObjectSampleRate,mediaObjectCodec,mediaObjectChannels,mediaObjectSize',
].join()

/** Clips by their ids; those that are gone are left out. */
export async function readSubmittedClips(
  prId: number,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, SubmittedClip>> {
  const clips = new Map<number, SubmittedClip>()
  for (let start = 0; start < ids.length; start += idsOfCall) {
    const named = ids.slice(start, start + idsOfCall)
    const query = { fq: [`mediaObjectId:(${named.join(' ')})`], fl: [fields], rows: named.length }
    const { results } = await api.annotations.searchMediaObjects({ prId, query, signal })
    for (const document of results) clips.set(Number(document.mediaObjectId), toClip(document))
  }
  return clips
}

function toClip(document: SolrDocument): SubmittedClip {
  const { mediaObjectName, mediaObjectType: type, mediaObjectResolution, mediaObjectCodec } = document
  const { mediaObjectChannels: channels, mediaObjectSize: size } = document
  const timing = type === 'VIDEO' || type === 'AUDIO' ? readTiming(document) : undefined
  const facts = [
    typeof mediaObjectResolution === 'string' ? mediaObjectResolution.replace('x', '×') : '',
    type === 'VIDEO' ? (timing?.rate ?? '') : '',
    typeof mediaObjectCodec === 'string' ? mediaObjectCodec : '',
    type === 'AUDIO' && typeof channels === 'number' ? `${channels} ch` : '',
    timing?.length ?? '',
    typeof size === 'number' ? formatBytes(size) : '',
  ]
  return {
    name: String(mediaObjectName ?? ''),
    type: String(type ?? ''),
    hasPoster: document.hasScreenshot === true,
    facts: facts.filter(fact => fact !== ''),
  }
}

/** How many frames a second, `23.976p`, and how long it is as a timecode from zero. */
function readTiming({ mediaObjectSampleRate, end }: SolrDocument): { rate: string; length: string } | undefined {
  const { numerator: num, denumerator: den, drop_frame } = Object(mediaObjectSampleRate) as Record<string, unknown>
  if (typeof num !== 'number' || typeof den !== 'number') return undefined
  const rate = `${Math.round((num / den) * 1000) / 1000}p`
  if (typeof end !== 'number' || end <= 0) return { rate, length: '' }
  const format = { rate: { num, den }, dropFrame: drop_frame === true, startTimecode: 0 }
  return { rate, length: writeTimecode(end, format) }
}
