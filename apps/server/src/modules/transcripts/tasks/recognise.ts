import { PermanentError, type TaskOutcome, type TaskRun } from '../../workflows/index.ts'
import { toPrompt } from '../dictionary.ts'
import { hear } from './hear.ts'
import { makeTranscript, type SpeechParts } from './make.ts'
import { listLanguageWarnings, listSpeakerWarnings, type TranscriptWarning } from './report.ts'
import type { RecognitionRequest } from './request.ts'

/** Hears a clip and writes its transcript: the whole work of a task. */
export function recogniseSpeech(
  run: TaskRun<unknown>,
  parts: SpeechParts,
  request: RecognitionRequest,
): Promise<TaskOutcome> {
  return makeTranscript(run, parts, request, {
    purpose: 'recognise',
    source: 'automatic_transcription',
    title: 'Automatic Transcription',
    async find(run, sound, { speech, dictionary }) {
      if (!speech) throw new PermanentError('NO_ENGINE', 'No speech engine is set up')
      const { language } = request
      const heard = await hear(run, sound, { speech, purpose: 'recognise', language, prompt: toPrompt(dictionary) })
      const warnings: TranscriptWarning[] = [
        ...listLanguageWarnings(language, heard.language),
        ...listSpeakerWarnings(heard.words, heard.parts),
        ...(heard.words.length === 0 ? [{ code: 'NOTHING_SAID', message: 'The engine heard no words' }] : []),
      ]
      return { words: heard.words, engine: speech.name, warnings }
    },
  })
}
