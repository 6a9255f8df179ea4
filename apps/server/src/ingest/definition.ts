import { defineWorkflow } from '../workflows/index.ts'

/** What an ingest was asked beside the settings of its production ("MediaObjectRequest": `enableProxy`, …). */
export interface IngestInput {
  enableProxy?: boolean
  enableHDProxy?: boolean
  enableShot?: boolean
}

export type IngestTask = 'probe' | 'poster' | 'proxy' | 'stitch' | 'waveform' | 'shots' | 'finish'

const second = 1000
const minute = 60 * second

/**
 * The ingest of a clip:
 *
 *     probe → poster           → finish
 *           ↘ proxy → stitch   ↗
 *           │       ↘ shots    ↗
 *           ↘ waveform         ↗
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
    stitch: {
      label: 'Make the pictures for scrubbing',
      after: ['proxy'],
      attempts: 3,
      retryDelayMs: 2 * second,
      timeoutMs: 30 * minute,
    },
    waveform: {
      label: 'Measure the sound',
      after: ['probe'],
      attempts: 3,
      retryDelayMs: 2 * second,
      timeoutMs: 60 * minute,
      atOnce: 2,
    },
    shots: {
      label: 'Find the shots',
      after: ['proxy'],
      attempts: 3,
      retryDelayMs: 5 * second,
      timeoutMs: 6 * 60 * minute,
      isLong: true,
    },
    finish: {
      label: 'Tell that the clip is ready',
      after: ['poster', 'proxy', 'stitch', 'waveform', 'shots'],
      attempts: 5,
      retryDelayMs: second,
      timeoutMs: minute,
    },
  },
})
