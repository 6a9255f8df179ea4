import type { MediaEngine } from '@rushes/media-engine'
import { implementWorkflow, type WorkflowWork } from '../workflows/index.ts'
import { ingestDefinition } from './definition.ts'
import { createFinishTask } from './tasks/finish.ts'
import { createPosterTask } from './tasks/poster.ts'
import { createProbeTask } from './tasks/probe.ts'
import { createProxyTask } from './tasks/proxy.ts'

/** The work of an ingest, done with these media tools. */
export function createIngestWork(engine: MediaEngine): WorkflowWork {
  return implementWorkflow(ingestDefinition, {
    probe: createProbeTask(engine),
    poster: createPosterTask(engine),
    proxy: createProxyTask(engine),
    finish: createFinishTask(),
  })
}
