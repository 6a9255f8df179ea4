import { join } from 'node:path'
import type { MediaEngine, SpriteLayout } from '@rushes/media-engine'
import type { TaskWork } from '../../workflows/index.ts'
import type { IngestInput } from '../definition.ts'
import { recordDerivative } from '../files/derivative.ts'
import { findProxy, getIngestSettings, getOriginal, inStaging, withFile } from '../files/original.ts'

/** Makes the sprite: small pictures of the clip in one file, for those who scrub through it. */
export function createStitchTask(engine: MediaEngine): TaskWork<IngestInput> {
  return async run => {
    const settings = await getIngestSettings(run)
    if (!settings.stitch) return { skip: 'The settings of the production ask for none' }
    const original = await getOriginal(run)
    const proxy = await findProxy(run, original)
    if (!proxy?.mime_type.startsWith('video/')) return { skip: 'There is no proxy with pictures' }
    return inStaging(run, 'stitch', async folder => {
      const output = join(folder, 'stitch.jpg')
      const layout = await withFile(run, proxy, input => engine.makeSprite({ input, output, signal: run.signal }))
      const derivative = {
        path: output,
        type: 'STITCH',
        mimeType: 'image/jpeg',
        fileName: 'stitch.jpg',
        profile: 'STITCH',
        tracks: [toTrack(layout)],
      } as const
      return recordDerivative(run, original, derivative, async () => ({ pictures: layout.count }))
    })
  }
}

function toTrack({ tile, count, columns, rows, everyFrames }: SpriteLayout) {
  return {
    type: 'IMAGE',
    codingFormat: 'mjpeg',
    width: tile.width,
    height: tile.height,
    stitchCount: count,
    stitchX: columns,
    stitchY: rows,
    skip: everyFrames,
  } as const
}
