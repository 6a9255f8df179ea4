import type { Outbound } from '../../../platform/security/outbound.ts'
import type { TranscriptTasks } from '../../transcripts/index.ts'
import { implementWorkflow, type WorkflowWork } from '../../workflows/index.ts'
import { refusingForGood } from '../files/refusing.ts'
import { automaticDefinition } from './definition.ts'
import { toRecognition } from './start.ts'
import {
  alignSubtitlesToShots,
  convertTimes,
  correctTimes,
  removeBlanks,
  showSubtitleSpeakers,
} from './tasks/adjust.ts'
import { readSpokenText } from './tasks/align.ts'
import { checkRun } from './tasks/check.ts'
import { composeSubtitles } from './tasks/compose.ts'
import { createImportTask } from './tasks/import.ts'
import { storeSubtitles } from './tasks/store.ts'

/** The work of automatic subtitling; transcripts are made by the tasks of their module. */
export function createAdvancedSubtitleWork({
  outbound,
  transcripts,
}: {
  outbound: Outbound
  transcripts: TranscriptTasks
}): WorkflowWork {
  return implementWorkflow(automaticDefinition, {
    check: checkRun,
    recognise: run => transcripts.recogniseSpeech(run, toRecognition(run.input.request)),
    align: async run => {
      const text = await refusingForGood(() => readSpokenText(run, outbound))
      return transcripts.alignText(run, { ...toRecognition(run.input.request), text })
    },
    import: createImportTask(outbound),
    compose: composeSubtitles,
    convert: convertTimes,
    removeBlanks,
    correct: correctTimes,
    alignToShots: alignSubtitlesToShots,
    showSpeakers: showSubtitleSpeakers,
    store: storeSubtitles,
  })
}
