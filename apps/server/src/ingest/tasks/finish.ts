import type { TaskWork } from '../../workflows/index.ts'
import type { IngestInput } from '../definition.ts'
import { publishIngest } from '../events.ts'

/** Tells that the clip is ready. */
export function createFinishTask(): TaskWork<IngestInput> {
  return async run => ({
    record: async ctx => {
      const made = Object.keys(run.outputs).filter(name => run.outputs[name] !== undefined)
      publishIngest(ctx, run, 'Media.ingest', { made })
      return undefined
    },
  })
}
