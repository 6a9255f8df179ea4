import { join } from 'node:path'
import type { MediaEngine } from '@rushes/media-engine'
import { updateMediaObjectAnnotationFacts } from '../../annotations/index.ts'
import {
  getMediaObjectRow,
  listInstanceRows,
  lockMediaObject,
  type MediaInstanceRow,
  removeInstance,
  updateMediaObjectFacts,
} from '../../media/index.ts'
import type { TaskWork } from '../../workflows/index.ts'
import type { IngestInput } from '../definition.ts'
import { recordDerivative } from '../files/derivative.ts'
import { getIngestSettings, getOriginal, getReport, inStaging, withFile } from '../files/original.ts'
import { choosePosterFrame } from '../policy.ts'

const profile = 'POSTER'

/** Makes the picture that stands for the clip: its key frame, or one a little into it. */
export function createPosterTask(engine: MediaEngine): TaskWork<IngestInput> {
  return async run => {
    const settings = await getIngestSettings(run)
    if (!settings.poster) return { skip: 'The settings of the production ask for none' }
    const original = await getOriginal(run)
    const report = await getReport(run, engine, original)
    if (!report.video) return { skip: 'The file has no picture' }
    const { ctx, productionId } = run
    const instances = await listInstanceRows(ctx.db, original.mediaObjectId)
    const { isPosterChosen = false } = run.input
    if (!isPosterChosen && instances.some(isGiven)) {
      return { skip: 'The clip has a picture that was given to it' }
    }
    const clip = await getMediaObjectRow(ctx.db, productionId, original.mediaObjectId)
    const frameCount = report.frameCount ?? 1
    const isKept = clip.key_frame !== null && clip.key_frame < frameCount
    const frame = isKept ? (clip.key_frame ?? 0) : choosePosterFrame(frameCount)
    const { posterMaxWidth: maxWidth } = settings
    return inStaging(run, 'poster', async folder => {
      const output = join(folder, 'poster.jpg')
      const request = { output, frame, maxWidth, report, signal: run.signal }
      const { width, height } = await withFile(run, original.instance, input =>
        engine.makePoster({ ...request, input }),
      )
      const derivative = {
        path: output,
        type: 'THUMB',
        mimeType: 'image/jpeg',
        fileName: 'poster.jpg',
        profile,
        tracks: [{ type: 'IMAGE', codingFormat: 'mjpeg', width, height }],
      } as const
      return recordDerivative(run, original, derivative, async ctx => {
        const { key_frame: chosen } = await lockMediaObject(ctx, productionId, original.mediaObjectId)
        // Another attempt makes the picture of that one.
        if (chosen !== clip.key_frame) throw new Error('Another key frame was chosen meanwhile')
        if (isPosterChosen) for (const row of instances) if (isGiven(row)) await removeInstance(ctx, row)
        await updateMediaObjectFacts(ctx, original.mediaObjectId, { keyFrame: frame })
        await updateMediaObjectAnnotationFacts(ctx, productionId, original.mediaObjectId, {
          details: { hasScreenshot: true, screenshotMimeType: 'image/jpeg', keyframeFrames: frame },
        })
        return { frame }
      })
    })
  }
}

/** A picture that was not made by ingest. */
function isGiven(row: MediaInstanceRow): boolean {
  return row.type === 'THUMB' && row.profile !== profile
}
