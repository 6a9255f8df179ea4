import { growingProfile, removeInstancesOf } from '../../media/index.ts'
import type { TaskWork } from '../../workflows/index.ts'
import type { IngestInput } from '../definition.ts'
import { publishIngest } from '../events.ts'

/** Reports that the clip is ready and removes the preview that was made during the upload. */
export function createFinishTask(): TaskWork<IngestInput> {
  return async run => ({
    record: async ctx => {
      const made = Object.keys(run.outputs).filter(name => run.outputs[name] !== undefined)
      if (run.mediaObjectId !== undefined) await removeInstancesOf(ctx, run.mediaObjectId, growingProfile)
      publishIngest(ctx, run, 'Media.ingest', { made })
      return undefined
    },
  })
}
