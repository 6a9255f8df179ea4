import { alignWords, findSpeech, splitText, spreadText, type TimedWord } from '@rushes/timed-text'
import { PermanentError, type TaskOutcome, type TaskRun } from '../../workflows/index.ts'
import { type ClipSound, levelStepMs } from '../recognition/sound.ts'
import { hear } from './hear.ts'
import { type FoundWords, makeTranscript, type SpeechParts, type SpeechTools } from './make.ts'
import { listLanguageWarnings } from './report.ts'
import type { RecognitionRequest } from './request.ts'

/** A text that is to be given times. */
export interface AlignmentRequest extends RecognitionRequest {
  readonly text: string
}

/** How long a letter takes where nothing was heard, in milliseconds. */
const letterTime = 60
/** Silences inside a sentence. */
const shortestSilenceMs = 300
/** A text of which so much was not heard is perhaps not that of the clip. */
const mostUnheard = 0.3

/** Writes a text as the transcript of a clip: the whole work of a task. */
export function alignText(run: TaskRun<unknown>, parts: SpeechParts, request: AlignmentRequest): Promise<TaskOutcome> {
  return makeTranscript(run, parts, request, {
    purpose: 'align',
    source: 'automatic_alignment',
    title: 'Automatic Alignment',
    find: (run, sound, tools) => findTimes(run, sound, tools, request),
  })
}

async function findTimes(
  run: TaskRun<unknown>,
  sound: ClipSound,
  { speech }: SpeechTools,
  { text, language }: AlignmentRequest,
): Promise<FoundWords> {
  const texts = splitText(text)
  if (texts.length === 0) throw new PermanentError('NO_TEXT', 'The text has no words')
  if (!speech) {
    const message = 'No speech engine is set up: the words are spread over the time in which somebody speaks'
    return { words: await spread(sound, text), warnings: [{ code: 'TIMES_GUESSED', message }] }
  }
  // Its own words are what an engine should expect to hear.
  const prompt = text.slice(0, 800)
  const heard = await hear(run, sound, { speech, purpose: 'align', language, prompt })
  const engine = speech.name
  if (heard.words.length === 0) {
    const message = 'The engine heard no words: those of the text are spread over the time in which somebody speaks'
    return { words: await spread(sound, text), engine, warnings: [{ code: 'TIMES_GUESSED', message }] }
  }
  const words = alignWords(texts, heard.words, { from: 0, to: sound.lengthMs, letterTime })
  return {
    words,
    engine,
    warnings: [...listLanguageWarnings(language, heard.language), ...listUnheard(words)],
  }
}

async function spread(sound: ClipSound, text: string): Promise<TimedWord[]> {
  const levels = await sound.measureLevels(0, sound.lengthMs)
  const speech = findSpeech(levels, { step: levelStepMs, shortestSilence: shortestSilenceMs })
  return spreadText(text, speech.length > 0 ? speech : [{ start: 0, end: sound.lengthMs }])
}

function listUnheard(words: readonly TimedWord[]) {
  const unheard = words.filter(word => word.isStartInterpolated || word.isEndInterpolated).length
  if (unheard <= words.length * mostUnheard) return []
  return [{ code: 'TEXT_NOT_HEARD', message: `${unheard} of ${words.length} words of the text were not heard` }]
}
