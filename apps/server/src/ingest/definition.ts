import { defineWorkflow } from '../workflows/index.ts'

/** What an ingest was asked beside the settings of its production ("MediaObjectRequest": `enableProxy`, `enableHDProxy`). */
export interface IngestInput {
  enableProxy?: boolean
  enableHDProxy?: boolean
}

export type IngestTask = 'probe' | 'poster' | 'proxy' | 'finish'

const second = 1000
const minute = 60 * second

/**
 * The ingest of a clip:
 *
 *     probe → poster → finish
 *           ↘ proxy  ↗
 */
export const ingestDefinition = defineWorkflow<IngestInput, IngestTask>({
  name: 'ingest',
  tasks: {
    probe: { label: 'Read what the file is', attempts: 3, retryDelayMs: 2 * second, timeoutMs: 30 * minute },
    poster: {
      label: 'Make the picture',
      after: ['probe'],
      attempts: 3,
      retryDelayMs: 2 * second,
      timeoutMs: 15 * minute,
    },
    proxy: {
      label: 'Make the version for review',
      after: ['probe'],
      attempts: 3,
      retryDelayMs: 5 * second,
      timeoutMs: 12 * 60 * minute,
      isLong: true,
    },
    finish: {
      label: 'Tell that the clip is ready',
      after: ['poster', 'proxy'],
      attempts: 5,
      retryDelayMs: second,
      timeoutMs: minute,
    },
  },
})
