import type { MediaEngine } from '@rushes/media-engine'
import { implementWorkflow, type WorkflowWork } from '../workflows/index.ts'
import { ingestDefinition, posterDefinition, previewDefinition } from './definition.ts'
import { createFinishTask } from './tasks/finish.ts'
import { createPosterTask } from './tasks/poster.ts'
import { createPreviewTask } from './tasks/preview.ts'
import { createProbeTask } from './tasks/probe.ts'
import { createHdProxyTask, createProxyTask } from './tasks/proxy.ts'
import { createShotsTask } from './tasks/shots.ts'
import { createStitchTask } from './tasks/stitch.ts'
import { createSubtitlesTask } from './tasks/subtitles.ts'
import { createWaveformTask } from './tasks/waveform.ts'

/** The workflows of ingest, done with these media tools. */
export function createIngestWorks(engine: MediaEngine): WorkflowWork[] {
  return [
    createIngestWork(engine),
    implementWorkflow(posterDefinition, { poster: createPosterTask(engine) }),
    implementWorkflow(previewDefinition, { preview: createPreviewTask(engine) }),
  ]
}

function createIngestWork(engine: MediaEngine): WorkflowWork {
  return implementWorkflow(ingestDefinition, {
    probe: createProbeTask(engine),
    poster: createPosterTask(engine),
    proxy: createProxyTask(engine),
    hdProxy: createHdProxyTask(engine),
    stitch: createStitchTask(engine),
    waveform: createWaveformTask(engine),
    shots: createShotsTask(engine),
    subtitles: createSubtitlesTask(engine),
    finish: createFinishTask(),
  })
}
