/**
 * Transcripts: what is said in clips, one annotation for each paragraph, made by speech engines, read from files, edited.
 * Promises: words lie in order in their clip; an edited word leaves the times of all others alone; a transcript that an
 * engine makes is written once and whole, or its status says that it failed; keys of engines are shown to nobody.
 * Leaves to others: storage and search (annotations), subtitles made of transcripts (subtitles), engines (their servers).
 */
export type { TranscriptAddress } from './address.ts'
export { startTranscriptCare } from './care.ts'
export { type OperatorEngines, readOperatorEngines } from './engines/operator.ts'
export { findTranscript, hasTranscript, type Transcript } from './find.ts'
export { addTranscriptRoutes } from './routes.ts'
export { sealedSpeechSecrets } from './secrets/service.ts'
export type { AlignmentRequest } from './tasks/align.ts'
export { createTranscriptTasks, speechTaskPlan, type TranscriptTasks } from './tasks/index.ts'
export type { RecognitionRequest } from './tasks/request.ts'
export { assertRecognisable, createTranscriptWork } from './workflow.ts'
