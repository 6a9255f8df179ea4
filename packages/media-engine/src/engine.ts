import { MediaError } from './errors.ts'
import { findSystemTools } from './ffmpeg/find.ts'
import { type Captions, type CaptionsRequest, findCaptions } from './jobs/captions.ts'
import { type ClipRequest, encodeClip } from './jobs/clip.ts'
import type { JobContext, JobOptions } from './jobs/context.ts'
import { probe } from './jobs/probe.ts'
import { makeProxy, type ProxyRequest, type ProxyResult } from './jobs/proxy.ts'
import { findShots, type Shot, type ShotsRequest } from './jobs/shots.ts'
import { extractSound, type SoundRequest, type SoundResult } from './jobs/sound-file.ts'
import { makeSprite, type SpriteRequest } from './jobs/sprite.ts'
import {
  type DecodedFrame,
  decodeFrame,
  type GrabRequest,
  grabFrame,
  type Jpeg,
  makePoster,
  type PosterRequest,
} from './jobs/still.ts'
import { makeWaveform, type Waveform, type WaveformRequest } from './jobs/waveform.ts'
import type { PictureSize } from './plan/picture-size.ts'
import type { SpriteLayout } from './plan/sprite.ts'
import type { ProbeReport } from './probe/report.ts'
import { DEFAULT_STALL_MS } from './supervision/stall.ts'
import { WorkerPool } from './worker/pool.ts'

/** How an engine is set up. */
export interface MediaEngineOptions {
  /** The ffmpeg to use; undefined: the first on the search path; false: none, the media library does everything. */
  readonly ffmpegPath?: string | false | undefined
  /** False: as on a platform that has no media library; the system's ffmpeg and ffprobe do everything. */
  readonly nodeAv?: false | undefined
  /** A media process that does nothing for so long is killed; a minute if left out. */
  readonly stallMs?: number | undefined
  /** Processes for short jobs, and as many for long ones; 2 if left out. */
  readonly workers?: number | undefined
  /** Told which tools were found, and when that changes. */
  readonly log?: ((message: string) => void) | undefined
}

/** Which tools an engine works with: FFmpeg versions, undefined for what is absent. */
export interface EngineDescription {
  readonly engine: 'FFMPEG' | 'NODE_AV' | 'NONE'
  readonly ffmpegVersion: string | undefined
  readonly ffmpegPath: string | undefined
  readonly nodeAvVersion: string | undefined
}

/** Everything that touches media. All methods throw `MediaError`; a file that kills its tool harms no other job. */
export interface MediaEngine {
  readonly describe: () => Promise<EngineDescription>
  /** Says what a file is, by its content, counting every frame. Documents are a result, damaged media is `NOT_MEDIA`. */
  readonly probe: (path: string, options?: JobOptions) => Promise<ProbeReport>
  /** Makes an MP4 (sound alone: M4A) for review: every frame of the source, frame 0 at time 0, sound in step. */
  readonly makeProxy: (request: ProxyRequest) => Promise<ProxyResult>
  /** Writes a JPEG of exactly one frame; answers its size. */
  readonly makePoster: (request: PosterRequest) => Promise<PictureSize>
  /** Writes the lowest and highest sample of every 20 ms of the first sound track, from frame 0 on; answers what it wrote. */
  readonly makeWaveform: (request: WaveformRequest) => Promise<Waveform>
  /** Writes the first sound track as 16 bit mono samples (little endian, no header), sample 0 at frame 0. */
  readonly extractSound: (request: SoundRequest) => Promise<SoundResult>
  /** Writes small pictures of a proxy as one JPEG, each of a known frame; answers how they are laid out. */
  readonly makeSprite: (request: SpriteRequest) => Promise<SpriteLayout>
  /** Finds the shots of a film: frames `[start, end)`, from 0 to its end without gaps. */
  readonly findShots: (request: ShotsRequest) => Promise<readonly Shot[]>
  /** Takes out the captions that the picture of a film carries; `NO_ENGINE` without the media library. */
  readonly findCaptions: (request: CaptionsRequest) => Promise<Captions>
  /** Gives a JPEG of exactly one frame. */
  readonly grabFrame: (request: GrabRequest) => Promise<Jpeg>
  /** Decodes exactly one frame. */
  readonly decodeFrame: (path: string, frame: number, options?: JobOptions) => Promise<DecodedFrame>
  /** Encodes an MP4 from pictures that the caller paints. */
  readonly encodeClip: (request: ClipRequest) => Promise<void>
  /** Ids of the worker processes, for the watch over them. */
  readonly workerPids: () => readonly number[]
  /** Ends all workers; jobs still running there fail. */
  readonly close: () => Promise<void>
}

const DEFAULT_WORKERS = 2
const DESCRIBE_TIMEOUT_MS = 30_000

/** A tool that was not found is looked for again after so long: a search fails for want of memory, too. */
const ABSENCE_MS = 60_000

/** Caches what was found for good, its absence for a while, and an error not at all. */
function createSearch<T>(find: () => Promise<T | undefined>): () => Promise<T | undefined> {
  let search: Promise<T | undefined> | undefined
  let expiresMs = Number.POSITIVE_INFINITY
  return () => {
    if (search && performance.now() < expiresMs) return search
    const begun = find()
    search = begun
    expiresMs = Number.POSITIVE_INFINITY
    begun.then(
      found => {
        if (found === undefined) expiresMs = performance.now() + ABSENCE_MS
      },
      () => {
        if (search === begun) search = undefined
      },
    )
    return begun
  }
}

function createContext(options: MediaEngineOptions): JobContext {
  const size = options.workers ?? DEFAULT_WORKERS
  const stallMs = options.stallMs ?? DEFAULT_STALL_MS
  const quickWorkers = new WorkerPool({ size, isReused: true })
  const findTools = createSearch(async () =>
    options.ffmpegPath === false ? undefined : findSystemTools(options.ffmpegPath),
  )
  return {
    stallMs,
    quickWorkers,
    transcoders: new WorkerPool({ size, isReused: false }),
    findTools,
    findLibrary: createSearch(async () => {
      if (options.nodeAv === false) return undefined
      try {
        return (await quickWorkers.run('describe', {}, { timeoutMs: DESCRIBE_TIMEOUT_MS, stallMs })).version
      } catch (error) {
        if (!(error instanceof MediaError) || error.code === 'CLOSED') throw error
        options.log?.(`${error.message} ${error.detail ?? ''}`.trim())
        // Only the worker itself knows that there is no library; after any other failure it is tried again, unless the
        // command line tools can do the work meanwhile.
        if (error.code === 'NO_ENGINE' || (await findTools())) return undefined
        throw error
      }
    }),
  }
}

/** Makes an engine; nothing is started before the first job. Close it when done. */
export function createMediaEngine(options: MediaEngineOptions = {}): MediaEngine {
  const context = createContext(options)
  let told = ''
  const describe = async (): Promise<EngineDescription> => {
    const [tools, nodeAvVersion] = await Promise.all([context.findTools(), context.findLibrary()])
    const engine = tools ? 'FFMPEG' : nodeAvVersion ? 'NODE_AV' : 'NONE'
    const message = `media tools: ffmpeg ${tools?.version ?? 'none'}, node-av ${nodeAvVersion ?? 'none'}`
    if (message !== told) options.log?.(message)
    told = message
    return { engine, ffmpegVersion: tools?.version, ffmpegPath: tools?.ffmpeg, nodeAvVersion }
  }
  return {
    describe,
    probe: (path, jobOptions) => probe(context, path, jobOptions),
    makeProxy: request => makeProxy(context, request),
    makePoster: request => makePoster(context, request),
    makeWaveform: request => makeWaveform(context, request),
    extractSound: request => extractSound(context, request),
    grabFrame: request => grabFrame(context, request),
    makeSprite: request => makeSprite(context, request),
    findShots: request => findShots(context, request),
    findCaptions: request => findCaptions(context, request),
    decodeFrame: (path, frame, jobOptions) => decodeFrame(context, path, frame, jobOptions),
    encodeClip: request => encodeClip(context, request),
    workerPids: () => [...context.quickWorkers.pids, ...context.transcoders.pids],
    close: async () => {
      context.quickWorkers.close()
      context.transcoders.close()
    },
  }
}
