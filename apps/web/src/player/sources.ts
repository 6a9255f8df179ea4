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
  /** Files of different quality that play it, best first, and the one of them that `film` is. */
  readonly qualities?: readonly Quality[]
  readonly quality?: number | undefined
  /** Whether the original plays, until there is something made for viewing. */
  readonly isOriginal?: boolean
}

/** A file that plays a clip; without a name it is the original. */
export interface Quality {
  readonly id: number
  readonly name: string | undefined
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

export interface FilmChoice {
  /** The id of the file that is wanted. */
  readonly wanted?: number | undefined
  /** Whether the caller may have originals: one that the browser can play is shown while nothing else is there. */
  readonly mayPlayOriginal?: boolean
  /** What was found before: a file that is chosen again keeps its address, because another one would restart the film. */
  readonly known?: Sources | undefined
}

/** Finds what there is to show of a clip; what is missing is left out. */
export async function findSources(
  api: Client,
  prId: number,
  id: number,
  signal: AbortSignal,
  choice?: FilmChoice,
): Promise<Sources> {
  const [film, further] = await Promise.all([
    findFilm(api, prId, id, signal, choice),
    findTimeLine(api, prId, id, signal),
  ])
  return { ...film, ...further }
}

/** The film and its poster alone: nobody waits for what is on the time line to see the first picture. */
export async function findFilm(
  api: Client,
  prId: number,
  id: number,
  signal: AbortSignal,
  { wanted, mayPlayOriginal = false, known }: FilmChoice = {},
): Promise<Sources> {
  const { items } = await api.media.listInstances({ prId, id, signal })
  const proxies = items
    .filter(({ type, mimeType }) => type === 'PROXY' && /^(video|audio|image)\//.test(mimeType ?? ''))
    .sort((a, b) => toRank(a) - toRank(b))
  const originals = mayPlayOriginal ? items.filter(item => item.type === 'RAW' && canPlay(item)) : []
  const films = [...proxies, ...originals]
  const film = films.find(item => item.id === wanted) ?? films[0]
  const poster = items.find(({ type }) => type === 'THUMB')
  const isKnown = known !== undefined && known.quality === film?.id
  const [address, picture] = isKnown
    ? [known.film, known.poster]
    : await Promise.all([findAddress(api, prId, film, signal), findAddress(api, prId, poster, signal)])
  return {
    film: address,
    mimeType: film?.mimeType,
    poster: picture,
    peaks: undefined,
    sprite: undefined,
    qualities: films.map(item => ({ id: item.id, name: item.type === 'RAW' ? undefined : nameQuality(item) })),
    quality: film?.id,
    isOriginal: film?.type === 'RAW',
  }
}

/** By its height; sound, which has none, by what it is coded in. */
function nameQuality({ id, profile, tracks = [] }: MediaObjectInstance): string {
  const height = tracks.find(track => track.height !== undefined)?.height
  if (height !== undefined) return `${height}p`
  return tracks.find(({ type }) => type === 'AUDIO')?.codingFormat?.toUpperCase() ?? profile ?? String(id)
}

/** How browsers name the codecs that many of them can play. */
const codecs: Readonly<Record<string, string>> = {
  h264: 'avc1.640028',
  hevc: 'hvc1.1.6.L120.90',
  vp8: 'vp8',
  vp9: 'vp09.00.10.08',
  av1: 'av01.0.08M.08',
  aac: 'mp4a.40.2',
  mp3: 'mp3',
  opus: 'opus',
  vorbis: 'vorbis',
  flac: 'flac',
}

/** Whether this browser plays a file as it was delivered, as far as its type and its codecs tell. */
function canPlay({ mimeType = '', tracks = [] }: MediaObjectInstance): boolean {
  if (!/^(video\/(mp4|webm)|audio\/(mpeg|mp4|ogg|wav|x-wav|flac))$/.test(mimeType)) return false
  const used = tracks.flatMap(({ codingFormat }) => (codingFormat === undefined ? [] : [codingFormat]))
  if (mimeType.startsWith('audio/')) return document.createElement('audio').canPlayType(mimeType) !== ''
  const named = used.map(codec => codecs[codec])
  if (named.length === 0 || named.includes(undefined)) return false
  return document.createElement('video').canPlayType(`${mimeType}; codecs="${named.join(', ')}"`) !== ''
}

/** What is on the time line of a clip: how loud it is, and its small pictures. */
export async function findTimeLine(
  api: Client,
  prId: number,
  id: number,
  signal: AbortSignal,
): Promise<Pick<Sources, 'peaks' | 'sprite'>> {
  const { items } = await api.media.listInstances({ prId, id, signal })
  const ofType = (type: MediaObjectInstance['type']) => items.find(instance => instance.type === type)
  const [peaks, sprite] = await Promise.all([
    findAddress(api, prId, ofType('WAVEFORM'), signal).then(found =>
      found === undefined ? undefined : readPeaks(found, signal),
    ),
    ofType('STITCH') ? readSprite(api, prId, id, signal) : undefined,
  ])
  return { peaks, sprite }
}

async function findAddress(
  api: Client,
  prId: number,
  instance: MediaObjectInstance | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!instance) return undefined
  const { id: moiId, mediaObjectId: id } = instance
  return (await api.media.getDownloadLink({ prId, id, moiId, signal })).text()
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
export async function readSprite(
  api: Client,
  prId: number,
  id: number,
  signal: AbortSignal,
): Promise<Sprite | undefined> {
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
