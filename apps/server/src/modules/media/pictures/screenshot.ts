import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { assertPrecondition } from '../../../platform/http/answers/precondition.ts'
import { planBlob } from '../cleanup/removals.ts'
import { getMediaObjectRow, lockMediaObject } from '../clips/get-media-object.ts'
import { updateMediaObjectFacts } from '../clips/media-objects.ts'
import { addInstance, listInstanceRows, removeInstance } from '../instances/instances.ts'
import type { MediaInstanceRow } from '../tables.ts'
import type { Picture } from './pictures.ts'

/** Marks the picture that people gave, beside those that ingest made. */
const givenProfile = 'SCREENSHOT'

/** Gives a clip a picture: a `THUMB` instance that takes the place of the one given before. */
export async function updateScreenshot(
  ctx: Context,
  productionId: number,
  id: number,
  { bytes, mimeType }: Picture,
): Promise<MediaInstanceRow> {
  await getMediaObjectRow(ctx.db, productionId, id)
  const { blobs, stagingDir } = ctx.platform
  const name = randomUUID()
  const blob = await planBlob(ctx.platform, `${productionId}/${id}/${name}`)
  const staging = join(stagingDir, name)
  try {
    await writeFile(staging, bytes)
    await blobs.adopt(staging, blob.key)
    return await inTransaction(ctx, async ctx => {
      assertPrecondition(ctx, (await lockMediaObject(ctx, productionId, id)).version)
      await blob.keep(ctx)
      const earlier = await listInstanceRows(ctx.db, id)
      for (const row of earlier) if (row.profile === givenProfile) await removeInstance(ctx, row)
      const extension = mimeType.slice('image/'.length)
      const row = await addInstance(ctx, productionId, {
        mediaObjectId: id,
        type: 'THUMB',
        blobKey: blob.key,
        mimeType,
        size: bytes.length,
        fileName: `screenshot.${extension}`,
        profile: givenProfile,
      })
      await updateMediaObjectFacts(ctx, id, {})
      return row
    })
  } catch (error) {
    await rm(staging, { force: true })
    await blob.release()
    throw error
  }
}
