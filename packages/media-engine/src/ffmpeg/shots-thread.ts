/** The thread that reads pictures from the command line tool and compares them. */
import { parentPort, workerData } from 'node:worker_threads'
import { SHOT_FILTER, SHOT_PICTURE, type ShotsPlan } from '../plan/shots.ts'
import { ShotDetector } from '../shots/shot-detector.ts'
import { inputArgs, QUIET } from './args.ts'
import { runTool } from './run.ts'

export interface ShotsThreadData {
  readonly ffmpeg: string
  readonly plan: ShotsPlan
  readonly timeoutMs: number
  readonly stallMs: number | undefined
}

export type ShotsThreadReply =
  | { readonly progress: number }
  | { readonly cuts: readonly number[]; readonly frames: number }

const pictureBytes = SHOT_PICTURE.width * SHOT_PICTURE.height * 3
const progressEveryFrames = 250

const { ffmpeg, plan, timeoutMs, stallMs } = workerData as ShotsThreadData
const stop = new AbortController()
parentPort?.once('message', () => stop.abort())

const detector = new ShotDetector(plan.threshold)
const picture = Buffer.alloc(pictureBytes)
let filled = 0
let frames = 0

function read(chunk: Buffer): void {
  for (let offset = 0; offset < chunk.length; ) {
    const taken = chunk.copy(picture, filled, offset, offset + pictureBytes - filled)
    offset += taken
    filled += taken
    if (filled < pictureBytes) continue
    filled = 0
    detector.add(picture)
    frames += 1
    if (frames % progressEveryFrames === 0) parentPort?.postMessage({ progress: frames } satisfies ShotsThreadReply)
  }
}

await runTool(
  ffmpeg,
  [
    ...[...QUIET, ...inputArgs(plan.path, plan.demuxer), '-map', `0:${plan.streamIndex}`],
    ...['-filter:v', SHOT_FILTER, '-fps_mode', 'passthrough', '-f', 'rawvideo', 'pipe:1'],
  ],
  { signal: stop.signal, timeoutMs, stallMs, onOutput: read },
)
parentPort?.postMessage({ cuts: detector.finish(), frames } satisfies ShotsThreadReply)
parentPort?.close()
