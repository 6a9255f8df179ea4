import type { Client } from '@rushes/client'
import type { MediaObjectInstance } from '@rushes/contract'

/** Addresses of what a player shows of a clip. */
export interface Sources {
  /** What a browser can play; absent while there is none. */
  readonly film: string | undefined
  readonly mimeType: string | undefined
  readonly poster: string | undefined
  readonly peaks: Peaks | undefined
  readonly sprite: Sprite | undefined
}

/** Loudest sample of each slice of time, 0 to 1. */
export interface Peaks {
  readonly perSecond: number
  readonly values: readonly number[]
}

/** Small pictures in one. */
export interface Sprite {
  readonly address: string
  readonly cells: readonly SpriteCell[]
}

export interface SpriteCell {
  readonly fromSeconds: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Better first. */
const profiles = ['HD', 'SD', 'GROWING']

/** Finds what there is to show of a clip; what is missing is left out. */
export async function findSources(api: Client, prId: number, id: number, signal: AbortSignal): Promise<Sources> {
  const { items } = await api.media.listInstances({ prId, id, signal })
  const film = items
    .filter(({ type, mimeType }) => type === 'PROXY' && /^(video|audio|image)\//.test(mimeType ?? ''))
    .sort((a, b) => toRank(a) - toRank(b))[0]
  const link = async (instance: MediaObjectInstance | undefined) => {
    if (!instance) return undefined
    const response = await api.media.getDownloadLink({ prId, id, moiId: instance.id, signal })
    return response.text()
  }
  const ofType = (type: MediaObjectInstance['type']) => items.find(instance => instance.type === type)
  const [address, poster, peaks, sprite] = await Promise.all([
    link(film),
    link(ofType('THUMB')),
    link(ofType('WAVEFORM')).then(found => (found === undefined ? undefined : readPeaks(found, signal))),
    ofType('STITCH') ? readSprite(api, prId, id, signal) : undefined,
  ])
  return { film: address, mimeType: film?.mimeType, poster, peaks, sprite }
}

function toRank({ profile }: MediaObjectInstance): number {
  const place = profiles.indexOf(profile ?? '')
  return place < 0 ? profiles.length : place
}

/** The JSON of BBC audiowaveform: lowest and highest in turn, in 8 bits. */
async function readPeaks(address: string, signal: AbortSignal): Promise<Peaks | undefined> {
  const response = await fetch(address, { signal })
  if (!response.ok) return undefined
  const file = (await response.json()) as { sample_rate: number; samples_per_pixel: number; data: number[] }
  const { sample_rate: sampleRate, samples_per_pixel: samplesPerPoint, data } = file
  const values = Array.from({ length: data.length / 2 }, (_, index) =>
    Math.min(1, Math.max(-(data[index * 2] ?? 0), data[index * 2 + 1] ?? 0) / 128),
  )
  return { perSecond: sampleRate / samplesPerPoint, values }
}

/** The index of the sprite: WebVTT whose cues are addresses of its parts. */
async function readSprite(api: Client, prId: number, id: number, signal: AbortSignal): Promise<Sprite | undefined> {
  const response = await api.ingest.getSpriteIndex({ prId, id, signal })
  const cues = (await response.text()).matchAll(
    /(\d+):(\d\d):(\d\d)\.(\d{3}) --> .*\n(.*)#xywh=(\d+),(\d+),(\d+),(\d+)/g,
  )
  let address = ''
  const cells = Array.from(cues, ([, hours, minutes, seconds, milliseconds, place = '', x, y, width, height]) => {
    address = place
    const fromSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1000
    return { fromSeconds, x: Number(x), y: Number(y), width: Number(width), height: Number(height) }
  })
  return cells.length > 0 ? { address, cells } : undefined
}
