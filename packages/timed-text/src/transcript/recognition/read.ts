import type { TimedWord } from '../timed-word.ts'
import { readAssemblyAi } from './assemblyai.ts'
import { readAws } from './aws.ts'
import { readDeepgram } from './deepgram.ts'
import { readGoogle } from './google.ts'
import { toLanguageTag } from './language-name.ts'
import { asList, asObject, asText, type Members } from './members.ts'
import { isOpenAi, readOpenAi } from './openai.ts'
import { readWhisperCpp } from './whisper-cpp.ts'

/** What an engine heard, in milliseconds from the beginning of the sound. */
export interface Recognition {
  readonly format: RecognitionFormat
  /** What the engine says that it heard; BCP 47. */
  readonly language?: string
  readonly words: readonly TimedWord[]
}

/** How each of the common engines writes what it heard: whether it is that, how it is read, where its language stands. */
const readers = {
  whispercpp: {
    isIt: document => Array.isArray(document.transcription),
    read: readWhisperCpp,
    language: ({ result, params }) => asObject(result).language ?? asObject(params).language,
  },
  aws: {
    isIt: ({ results }) => Array.isArray(asObject(results).items),
    read: readAws,
    language: ({ results }) => asObject(results).language_code,
  },
  deepgram: {
    isIt: ({ results }) => Array.isArray(asObject(results).channels),
    read: readDeepgram,
    language: ({ results }) => asObject(asList(asObject(results).channels)[0]).detected_language,
  },
  google: {
    isIt: ({ results }) => asList(results).some(result => Array.isArray(asObject(result).alternatives)),
    read: readGoogle,
    language: ({ results }) => asObject(asList(results)[0]).languageCode,
  },
  assemblyai: {
    isIt: ({ words }) =>
      asList(words).some(word => typeof asObject(word).text === 'string' && !('word' in asObject(word))),
    read: readAssemblyAi,
    language: ({ language_code: code }) => code,
  },
  openai: { isIt: isOpenAi, read: readOpenAi, language: ({ language }) => language },
} as const satisfies Record<
  string,
  {
    isIt: (document: Members) => boolean
    read: (document: Members) => TimedWord[]
    language: (document: Members) => unknown
  }
>

export type RecognitionFormat = keyof typeof readers

/** Reads what an engine wrote, in whichever of the known forms; undefined for what is none of them. Never throws. */
export function readRecognition(value: unknown): Recognition | undefined {
  // Long-running operations wrap their result.
  const outer = asObject(value)
  const document = 'response' in outer && 'done' in outer ? asObject(outer.response) : outer
  for (const [format, reader] of Object.entries(readers)) {
    if (!reader.isIt(document)) continue
    const language = toLanguageTag(asText(reader.language(document)))
    return {
      format: format as RecognitionFormat,
      ...(language !== undefined && { language }),
      words: reader.read(document),
    }
  }
  return undefined
}
