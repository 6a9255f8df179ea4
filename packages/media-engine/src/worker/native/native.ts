import { constants } from 'node:os'
import { AV_NOPTS_VALUE, AVERROR_ENOSPC } from 'node-av/constants'
import { FFmpegError } from 'node-av/lib'
import { MediaError } from '../../errors.ts'
import { storageFull } from '../../supervision/storage-full.ts'

const NO_SPACE: readonly number[] = [AVERROR_ENOSPC, -constants.errno.EDQUOT]

/** Turns a negative return code of the library into a typed error; `step` says what was attempted. */
export function assertOk(code: number, step: string): void {
  if (NO_SPACE.includes(code)) throw storageFull(`at: ${step}`)
  if (code < 0) throw new MediaError('FAILED', `The media library failed at: ${step}.`, FFmpegError.strerror(code))
}

/** The value, if the library has given one. */
export function assertFound<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new MediaError('NO_ENGINE', `The media library has no ${what}.`)
  return value
}

/** A time stamp as a number; undefined where the file gives none. */
export const toTicks = (time: bigint): number | undefined => (time === AV_NOPTS_VALUE ? undefined : Number(time))
