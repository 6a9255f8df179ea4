import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MediaError, type MediaErrorCode } from '@rushes/media-engine'
import type { Context } from '../../../platform/context.ts'

/** What says nothing of the picture. */
const ownFaults: readonly MediaErrorCode[] = ['NOT_FOUND', 'STORAGE_FULL', 'ABORTED', 'CLOSED']
/** The whole picture is decoded for the smallest one. */
const maxWidth = 16

/** Whether a picture can be decoded; where the media library cannot be loaded, every one can. */
export async function canDecodePicture({ platform }: Context, bytes: Buffer): Promise<boolean> {
  const input = join(platform.stagingDir, `picture-${randomUUID()}`)
  try {
    await writeFile(input, bytes)
    await platform.services.mediaEngine.grabFrame({ input, frame: 0, maxWidth })
    return true
  } catch (error) {
    if (!(error instanceof MediaError) || ownFaults.includes(error.code)) throw error
    return error.code === 'NO_ENGINE'
  } finally {
    await rm(input, { force: true })
  }
}
