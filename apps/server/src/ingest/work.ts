import type { MediaEngine } from '@rushes/media-engine'
import { implementWorkflow, type WorkflowWork } from '../workflows/index.ts'
import { ingestDefinition } from './definition.ts'
import { createFinishTask } from './tasks/finish.ts'
import { createPosterTask } from './tasks/poster.ts'
import { createProbeTask } from './tasks/probe.ts'
import { createProxyTask } from './tasks/proxy.ts'
import { createShotsTask } from './tasks/shots.ts'
import { createStitchTask } from './tasks/stitch.ts'
import { createWaveformTask } from './tasks/waveform.ts'

/** The work of an ingest, done with these media tools. */
export function createIngestWork(engine: MediaEngine): WorkflowWork {
  return implementWorkflow(ingestDefinition, {
    probe: createProbeTask(engine),
    poster: createPosterTask(engine),
    proxy: createProxyTask(engine),
    stitch: createStitchTask(engine),
    waveform: createWaveformTask(engine),
    shots: createShotsTask(engine),
    finish: createFinishTask(),
  })
}
