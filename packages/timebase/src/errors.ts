/** Why a time, a rate or a label was refused. */
export type TimebaseErrorCode =
  | 'invalid-rate'
  | 'invalid-time'
  | 'invalid-range'
  | 'no-timecode-rate'
  | 'no-drop-frame'
  | 'malformed-timecode'
  | 'timecode-out-of-range'
  | 'dropped-timecode'

/** The one error of this package; `code` is for programs, `message` for people. */
export class TimebaseError extends Error {
  override readonly name = 'TimebaseError'
  readonly code: TimebaseErrorCode

  constructor(code: TimebaseErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
