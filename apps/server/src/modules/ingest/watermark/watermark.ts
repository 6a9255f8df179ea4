import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@rushes/contract'
import type { Watermark } from '@rushes/media-engine'
import { readFileResource } from '../../files/index.ts'
import { PermanentError, type TaskRun } from '../../workflows/index.ts'
import type { IngestSettings } from '../settings.ts'

/**
 * The watermark of the production as a file in `folder`; nothing where none is wanted. One that is wanted and not there is
 * a `PermanentError`: nobody gets unmarked what was to be marked.
 */
export async function fetchWatermark(
  { ctx, productionId }: TaskRun<object>,
  { watermark }: IngestSettings,
  folder: string,
): Promise<Watermark | undefined> {
  if (!watermark) return undefined
  const { fileResourceId = 0, ...look } = watermark
  const { bytes } = await readFileResource(ctx, { productionId, fileResourceId }).catch(error => {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error
    throw new PermanentError('NO_WATERMARK', `The watermark of the production cannot be read: ${error.message}`)
  })
  const path = join(folder, 'watermark')
  await writeFile(path, bytes)
  return { path, ...look }
}
