/**
 * Transcripts: what is said in clips, one annotation for each paragraph, made by speech engines, read from files, edited.
 * Promises: words lie in order in their clip; an edited word leaves the times of all others alone; a transcript that an
 * engine makes is written once and whole, or its status says that it failed; keys of engines are shown to nobody.
 * Leaves to others: storage and search (annotations), subtitles made of transcripts (subtitles), engines (their servers).
 */

import { defineModule } from '../../platform/module.ts'
import { type OperatorEngines, readOperatorEngines } from './engines/operator.ts'
import { startTranscriptCare } from './recognition/care.ts'
import { createTranscriptWork } from './recognition/workflow.ts'
import { addTranscriptRoutes } from './routes.ts'
import { sealedSpeechSecrets } from './secrets/service.ts'
import { createTranscriptTasks, type TranscriptTasks } from './tasks/index.ts'

export type { TranscriptAddress } from './address.ts'
export type { OperatorEngines } from './engines/operator.ts'
export { findTranscript, hasTranscript, type Transcript } from './reading/find.ts'
export { assertRecognisable } from './recognition/workflow.ts'
export type { AlignmentRequest } from './tasks/align.ts'
export { speechTaskPlan, type TranscriptTasks } from './tasks/index.ts'
export type { RecognitionRequest } from './tasks/request.ts'

declare module '../../platform/module.ts' {
  interface Services {
    readonly speech: OperatorEngines
    readonly transcriptTasks: TranscriptTasks
  }
}

export const transcripts = defineModule({
  name: 'transcripts',
  async services({ config, outbound, services }) {
    const speech = await readOperatorEngines(config.speechEnginesFile)
    return { speech, transcriptTasks: createTranscriptTasks({ engine: services.mediaEngine, outbound, speech }) }
  },
  routes: addTranscriptRoutes,
  workflows: ({ services }) => [createTranscriptWork(services.transcriptTasks)],
  background: [{ name: 'transcripts', role: 'background', start: startTranscriptCare }],
  sealed: [sealedSpeechSecrets],
})
