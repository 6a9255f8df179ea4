import { statfs } from 'node:fs/promises'
import { MediaError } from '../errors.ts'

/** With less space than this nothing can be written that is worth it. */
const MIN_FREE_BYTES = 1024 ** 2

export const storageFull = (detail?: string): MediaError =>
  new MediaError('STORAGE_FULL', 'The storage is full', detail)

/** An error of the file system for want of space: the disk's, or what a user may take of it. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** What the media library reports where it cannot write, without saying why. */
const SUSPECT_CODES: readonly unknown[] = ['FAILED', 'NOT_MEDIA', 'CRASHED']

/** The error of a job that wrote into a folder: `STORAGE_FULL` if it had no space there, else the same error. */
export async function explainWriteError(error: unknown, folder: string): Promise<unknown> {
  if (isStorageFull(error)) return storageFull(String(error))
  if (!(error instanceof MediaError) || !SUSPECT_CODES.includes(error.code)) return error
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  )
  return free < MIN_FREE_BYTES ? storageFull(`${error.message} ${error.detail ?? ''}`.trim()) : error
}
