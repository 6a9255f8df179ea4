import type { TaskOutcome, TaskRun } from '../../workflows/index.ts'
import { type AlignmentRequest, alignText } from './align.ts'
import { type SpeechParts, speechAttempts } from './make.ts'
import { recogniseSpeech } from './recognise.ts'
import type { RecognitionRequest } from './request.ts'

/** Work of tasks that make transcripts, for any workflow that has them. */
export interface TranscriptTasks {
  /** Hears the clip and writes its transcript. */
  recogniseSpeech(run: TaskRun<unknown>, request: RecognitionRequest): Promise<TaskOutcome>
  /** Writes a text as the transcript, its words timed by what is heard; by loudness where no engine is set up. */
  alignText(run: TaskRun<unknown>, request: AlignmentRequest): Promise<TaskOutcome>
}

export function createTranscriptTasks(parts: SpeechParts): TranscriptTasks {
  return {
    recogniseSpeech: (run, request) => recogniseSpeech(run, parts, request),
    alignText: (run, request) => alignText(run, parts, request),
  }
}

const minuteMs = 60_000

/** The plan of such a task. */
export const speechTaskPlan = {
  attempts: speechAttempts,
  retryDelayMs: 1000,
  timeoutMs: 12 * 60 * minuteMs,
  isLong: true,
} as const
