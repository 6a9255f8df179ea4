import { defineWorkflow } from '../workflows/index.ts'

/** What an ingest was asked beside the settings of its production (`enableProxy`, …: ingest-8). */
export interface IngestInput {
  enableProxy?: boolean
  enableHDProxy?: boolean
  enableShot?: boolean
  enableEmbeddedSubtitles?: boolean
  /** Someone chose the frame of the poster: it takes the place of any other picture. */
  isPosterChosen?: boolean
}

export type IngestTask =
  | 'probe'
  | 'poster'
  | 'proxy'
  | 'hdProxy'
  | 'stitch'
  | 'waveform'
  | 'shots'
  | 'subtitles'
  | 'finish'

const second = 1000
const minute = 60 * second

/**
 * The ingest of a clip:
 *
 *     probe → poster                     → finish
 *           ↘ proxy → hdProxy → stitch   ↗
 *           │       ↘ shots              ↗
 *           ↘ waveform                   ↗
 *           ↘ subtitles                  ↗
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
      failureEvent: 'Transcode.failed',
    },
    hdProxy: {
      label: 'Make the version for review in high definition',
      after: ['proxy'],
      attempts: 3,
      retryDelayMs: 5 * second,
      timeoutMs: 12 * 60 * minute,
      isLong: true,
      failureEvent: 'Transcode.failed',
    },
    stitch: {
      label: 'Make the pictures for scrubbing',
      after: ['proxy', 'hdProxy'],
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
    subtitles: {
      label: 'Read the captions of the picture',
      after: ['probe'],
      attempts: 3,
      retryDelayMs: 5 * second,
      timeoutMs: 6 * 60 * minute,
      isLong: true,
    },
    finish: {
      label: 'Tell that the clip is ready',
      after: ['poster', 'proxy', 'hdProxy', 'stitch', 'waveform', 'shots', 'subtitles'],
      attempts: 5,
      retryDelayMs: second,
      timeoutMs: minute,
    },
  },
})

/** The poster alone, when another frame is chosen for it; the ingest may be running meanwhile. */
export const posterDefinition = defineWorkflow<IngestInput, 'poster'>({
  name: 'poster',
  tasks: { poster: { ...ingestDefinition.tasks.poster, after: [] } },
})

/** What has arrived of a file that is still being uploaded. */
export interface PreviewInput {
  readonly stagingName: string
  /** Bytes from its beginning. */
  readonly bytes: number
}

/** The clip as far as it has arrived: facts and a proxy that the ingest of the whole replaces. */
export const previewDefinition = defineWorkflow<PreviewInput, 'preview'>({
  name: 'preview',
  tasks: {
    preview: {
      label: 'Make what has arrived playable',
      attempts: 2,
      retryDelayMs: 2 * second,
      timeoutMs: 6 * 60 * minute,
      isLong: true,
    },
  },
})
