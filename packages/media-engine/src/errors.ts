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
 * - `CRASHED`: the worker died, or could not be started; the file is suspect, or the machine was short of something
 * - `STALLED`: the worker did nothing any more and was killed
 * - `FAILED`: the media library reported an error; `detail` has its message
 * - `UNSUPPORTED`: the media library has no decoder for the file
 * - `NO_ENGINE`: the media library cannot be loaded on this machine, or lacks a part
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

/** The one error that this package throws: a code to decide on, a sentence to show, the library's own message for the log. */
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
