import type { MediaErrorCode } from '../errors.ts'
import type { CaptionPlan } from '../plan/captions.ts'
import type { ClipPlan } from '../plan/clip.ts'
import type { ProxyPlan } from '../plan/proxy.ts'
import type { ShotsPlan } from '../plan/shots.ts'
import type { SoundFilePlan } from '../plan/sound/sound-file.ts'
import type { SpritePlan } from '../plan/sprite.ts'
import type { StillPicture, StillPlan } from '../plan/still.ts'
import type { WaveformPlan } from '../plan/waveform.ts'
import type { RawProbe } from '../probe/raw.ts'

/** What a proxy has become. */
export interface WrittenProxy {
  /** Frames that repeat another for want of their own. */
  readonly repeatedFrames: number
  /** True if the sound of the plan could not be decoded. */
  readonly soundLeftOut: boolean
}

/** Every job that a media worker knows, with what it is given and what it answers. Raw pictures arrive on standard input. */
export interface WorkerJobs {
  readonly version: { readonly request: Record<never, never>; readonly result: { readonly version: string } }
  readonly probe: {
    readonly request: { readonly path: string; readonly demuxer: string | undefined }
    readonly result: RawProbe
  }
  readonly still: { readonly request: StillPlan; readonly result: StillPicture }
  readonly waveform: { readonly request: WaveformPlan; readonly result: { readonly points: Int8Array } }
  readonly soundFile: { readonly request: SoundFilePlan; readonly result: null }
  readonly sprite: { readonly request: SpritePlan; readonly result: { readonly bytes: Uint8Array } }
  readonly shots: {
    readonly request: ShotsPlan
    readonly result: { readonly cuts: readonly number[]; readonly frames: number }
  }
  readonly captions: {
    readonly request: CaptionPlan
    readonly result: { readonly frames: Int32Array; readonly triplets: Uint8Array }
  }
  readonly proxy: { readonly request: ProxyPlan; readonly result: WrittenProxy }
  readonly clip: { readonly request: ClipPlan; readonly result: null }
}

export type WorkerJobName = keyof WorkerJobs

/** Parent to worker. One job at a time: the next is sent when the answer is in. */
export type WorkerRequest = {
  [Name in WorkerJobName]: { readonly name: Name; readonly request: WorkerJobs[Name]['request'] }
}[WorkerJobName]

/** Worker to parent. */
export type WorkerReply =
  | { readonly type: 'READY' }
  /** Instead of READY; the worker takes no jobs. */
  | { readonly type: 'NO_LIBRARY'; readonly detail: string }
  /** Frames done so far (audio-only: samples). */
  | { readonly type: 'PROGRESS'; readonly done: number }
  | { readonly type: 'DONE'; readonly result: WorkerJobs[WorkerJobName]['result'] }
  | {
      readonly type: 'FAILED'
      readonly code: MediaErrorCode
      readonly message: string
      readonly detail: string | undefined
    }
