import { growingProfile, removeInstancesOf } from '../../media/index.ts'
import type { TaskWork } from '../../workflows/index.ts'
import type { IngestInput } from '../definition.ts'
import { publishIngest } from '../events.ts'

/** Tells that the clip is ready; what was made of it while it came in has had its time. */
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
