/**
 * Why a media job did not give a result.
 *
 * - `NOT_FOUND`: the input does not exist or may not be read
 * - `NOT_MEDIA`: no media format was recognised, or the file is damaged beyond reading
 * - `REFUSED`: a playlist or another format that names further files; such input could read what belongs to others
 * - `NO_STREAM`: the file has no picture (or neither picture nor sound) to work on
 * - `FRAME_OUT_OF_RANGE`: the frame does not exist, or cannot be decoded
 * - `BAD_REQUEST`: the job itself is impossible (an odd picture size, a label that its rate does not have)
 * - `TIMEOUT`, `ABORTED`: the job was stopped by its deadline or by its signal
 * - `TOO_LARGE`: the job took more memory than one may
 * - `STORAGE_FULL`: the output could not be written for want of space
 * - `CRASHED`: the tool died, or could not be started; the file is suspect, or the machine was short of something
 * - `STALLED`: the tool did nothing any more and was killed
 * - `FAILED`: the tool reported an error; `detail` has its last words
 * - `UNSUPPORTED`: the file is of a coding that the tools do not know
 * - `NO_ENGINE`: this machine has no tool for the job
 * - `CLOSED`: the engine was closed
 */
export type MediaErrorCode =
  | 'NOT_FOUND'
  | 'NOT_MEDIA'
  | 'REFUSED'
  | 'NO_STREAM'
  | 'FRAME_OUT_OF_RANGE'
  | 'BAD_REQUEST'
  | 'TIMEOUT'
  | 'ABORTED'
  | 'TOO_LARGE'
  | 'STORAGE_FULL'
  | 'CRASHED'
  | 'STALLED'
  | 'FAILED'
  | 'UNSUPPORTED'
  | 'NO_ENGINE'
  | 'CLOSED'

/** The one error that this package throws: a code to decide on, a sentence to show, the tool's own words for the log. */
export class MediaError extends Error {
  readonly code: MediaErrorCode
  readonly detail: string | undefined

  constructor(code: MediaErrorCode, message: string, detail?: string) {
    super(message)
    this.name = 'MediaError'
    this.code = code
    this.detail = detail
  }
}

/** The error of a job whose signal was aborted or whose deadline passed. */
export const stoppedError = (reason: 'ABORTED' | 'TIMEOUT', timeoutMs: number): MediaError =>
  reason === 'ABORTED'
    ? new MediaError('ABORTED', 'The job was cancelled.')
    : new MediaError('TIMEOUT', `The job was stopped after ${timeoutMs} ms.`)
