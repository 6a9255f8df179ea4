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
  /** A media process that does nothing for so long is killed; a minute if left out. */
  readonly stallMs?: number | undefined
  /** Processes for short jobs, and as many for long ones; 2 if left out. */
  readonly workers?: number | undefined
}

/** Everything that touches media. All methods throw `MediaError`; a file that kills its worker harms no other job. */
export interface MediaEngine {
  /** The FFmpeg version of the media library; `NO_ENGINE` where the library cannot be loaded. */
  readonly getVersion: () => Promise<string>
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
  /** Takes out the captions that the picture of a film carries. */
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
const VERSION_TIMEOUT_MS = 30_000

/** Makes an engine; nothing is started before the first job. Close it when done. */
export function createMediaEngine(options: MediaEngineOptions = {}): MediaEngine {
  const { workers: size = DEFAULT_WORKERS, stallMs = DEFAULT_STALL_MS } = options
  const context: JobContext = {
    stallMs,
    quickWorkers: new WorkerPool({ size, isReused: true }),
    transcoders: new WorkerPool({ size, isReused: false }),
  }
  return {
    getVersion: async () => {
      const { version } = await context.quickWorkers.run('version', {}, { timeoutMs: VERSION_TIMEOUT_MS, stallMs })
      return version
    },
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
