import Type from 'typebox'
import type { FileBody } from '../endpoint.ts'
import { Flag, FreeForm, Id, Instant, Long, listOf, Name, oneOf, shape, Text } from '../shapes.ts'
import { Annotation, WorkStatus } from './annotation.ts'

/** Most paragraphs, and most words, of one transcript: days of speech. */
export const mostParagraphs = 20_000
export const mostTranscriptWords = 500_000

const EngineName = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\x00-\\x1f]+$' })
export const SecretName = Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9._-]+$' })
const Url = Type.String({ maxLength: 2000, pattern: '^https?://[^\\s@]+$', description: 'http or https' })

/** What may be asked of an engine with each request, beside what its configuration says. */
const engineOptions = {
  model: Type.Optional(Type.String({ maxLength: 200 })),
  prompt: Type.Optional(Type.String({ maxLength: 10_000, description: 'words that are likely to be said' })),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
  responseFormat: Type.Optional(oneOf('verbose_json', 'diarized_json', 'json')),
  parameters: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean()]), {
      description: 'further fields of the form that the engine is sent',
      maxProperties: 50,
    }),
  ),
} as const

/** `configuration` of a request for a transcript. */
export const SpeechEngineOptions = shape('SpeechEngineOptions', engineOptions)
export type SpeechEngineOptions = Type.Static<typeof SpeechEngineOptions>

/** How a server that speaks `POST /v1/audio/transcriptions` is used. */
export const SpeechEngineConfiguration = shape('SpeechEngineConfiguration', {
  url: Type.Optional(
    Type.Unsafe<string>({ ...Url, description: 'base of `/v1/audio/transcriptions`, or the whole address' }),
  ),
  secret: Type.Optional(
    Type.Unsafe<string>({ ...SecretName, description: 'name of a speech secret of the account: sent as bearer token' }),
  ),
  diarizationUrl: Type.Optional(
    Type.Unsafe<string>({ ...Url, description: 'takes the same sound, answers who speaks when: JSON or RTTM' }),
  ),
  longestSeconds: Type.Optional(
    Type.Integer({ minimum: 10, maximum: 7200, description: 'longer sound is sent in parts; 600 when absent' }),
  ),
  timeoutSeconds: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 7200, description: 'for the answer to one part; 1800 when absent' }),
  ),
  ...engineOptions,
})
export type SpeechEngineConfiguration = Type.Static<typeof SpeechEngineConfiguration>

/**
 * The setting `transcription` of a production, or of an account for all its productions: which engine is used when a
 * request names none, and how. A `configuration` with a `url` makes that engine; one without changes how it is asked.
 */
export const TranscriptionSetting = shape('TranscriptionSetting', {
  engine: Type.Optional(EngineName),
  configuration: Type.Optional(SpeechEngineConfiguration),
  engines: Type.Optional(
    listOf(shape('SpeechEngine', { name: EngineName, configuration: SpeechEngineConfiguration }), 50),
  ),
  dictionaryId: Type.Optional(Type.Integer({ ...Id, description: 'a thesaurus of the words of the house' })),
})
export type TranscriptionSetting = Type.Static<typeof TranscriptionSetting>

/** What a transcript is to be made with. */
export const TranscriptionRequest = shape('TranscriptionRequest', {
  language: Type.Optional(
    Type.String({ maxLength: 100, description: 'BCP 47; the `defaultLanguage` of the production when absent' }),
  ),
  engine: Type.Optional(EngineName),
  configuration: Type.Optional(SpeechEngineOptions),
  transcriptionDictionaryId: Type.Optional(Long),
  overwriteTranscriptAllowed: Type.Optional(Flag),
  text: Type.Optional(
    Type.Unsafe<string>({ ...Text, minLength: 1, description: 'what is said: it is not recognised but given times' }),
  ),
  workflowLabel: Type.Optional(Name),
})
export type TranscriptionRequest = Type.Static<typeof TranscriptionRequest>

/** The transcript of a clip in a language: its paragraphs in order, each as the annotation that holds it. */
export const Transcript = shape('Transcript', {
  objectType: Name,
  productionId: Id,
  mediaObjectId: Id,
  language: Name,
  status: WorkStatus,
  paragraphs: listOf(Annotation, mostParagraphs),
})
export type Transcript = Type.Static<typeof Transcript>

const Frame = Type.Integer({ format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** A word with the blank behind it, in frames; other members are as the service would have made them. */
const UploadedPart = Type.Object({
  start: Frame,
  duration: Frame,
  word: Type.String({ minLength: 1, maxLength: 1000 }),
  confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  spokenDuration: Type.Optional(Frame),
  isStartInterpolated: Type.Optional(Flag),
  isEndInterpolated: Type.Optional(Flag),
})

/** A paragraph of a transcript as GET shows it; of its members those count that say who speaks, and what when. */
const UploadedParagraph = Type.Object({
  speaker: Type.Optional(Name),
  structuredDescription: Type.Object({ parts: listOf(UploadedPart, mostTranscriptWords) }),
})

/** A transcript as a client sends it back. */
export const TranscriptReplacement = Type.Object(
  { paragraphs: listOf(UploadedParagraph, mostParagraphs) },
  { title: 'TranscriptReplacement' },
)
export type TranscriptReplacement = Type.Static<typeof TranscriptReplacement>

/**
 * A transcript, what a common recogniser wrote (OpenAI and whisper, whisper.cpp, WhisperX, Amazon Transcribe, Google
 * Speech-to-Text, Deepgram, AssemblyAI), or a subtitle file.
 */
export const TranscriptUpload = Type.Unsafe<TranscriptReplacement | Record<string, unknown> | FileBody>({
  ...FreeForm,
  title: 'TranscriptUpload',
})

/** Paragraphs that a change has made or changed. */
export const ChangedParagraphs = shape('ChangedParagraphs', {
  paragraphs: listOf(Annotation, mostParagraphs),
  deletedIds: listOf(Id, mostParagraphs),
})
export type ChangedParagraphs = Type.Static<typeof ChangedParagraphs>

/** Before which word a paragraph is cut in two. */
export const ParagraphSplit = shape('ParagraphSplit', {
  part: Type.Integer({ minimum: 1, description: 'index of the part with which the second paragraph begins' }),
})

/** Whose paragraphs are to be whose. */
export const SpeakerRenaming = shape('SpeakerRenaming', {
  from: Type.Optional(Type.Unsafe<string>({ ...Name, description: 'absent: paragraphs without a speaker' })),
  to: Type.Optional(Type.Unsafe<string>({ ...Name, minLength: 1, description: 'absent: without a speaker' })),
})

/** A key that is sent to speech engines of one origin, and never shown. */
export const SpeechSecret = shape('SpeechSecret', {
  name: SecretName,
  origin: Type.String({ description: 'the only place where it is sent, as in https://api.example.org' }),
  created: Instant,
  lastUpdated: Instant,
})
export type SpeechSecret = Type.Static<typeof SpeechSecret>
export const SpeechSecretValue = shape('SpeechSecretValue', {
  origin: Type.Unsafe<string>({ ...Url, description: 'scheme, host and port' }),
  value: Type.String({ minLength: 1, maxLength: 4000, pattern: '^[\\x21-\\x7e]+$' }),
})

/** A speech engine that requests of a production may name. */
export const AvailableEngine = shape('AvailableEngine', {
  name: Name,
  from: oneOf('production', 'account', 'service'),
  isDefault: Flag,
})
export type AvailableEngine = Type.Static<typeof AvailableEngine>
