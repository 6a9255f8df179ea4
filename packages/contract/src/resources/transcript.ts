import Type from 'typebox'
import type { FileBody } from '../endpoint.ts'
import { about, Flag, FreeForm, Id, Instant, Long, listOf, Name, oneOf, shape, Text } from '../shapes.ts'
import { Annotation, WorkStatus } from './annotation.ts'

/** Most paragraphs, and most words, of one transcript: days of speech. */
export const mostParagraphs = 20_000
export const mostTranscriptWords = 500_000

const EngineName = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\x00-\\x1f]+$' })
export const SecretName = Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9._-]+$' })
const Url = Type.String({ maxLength: 2000, pattern: '^https?://[^\\s@]+$', description: 'address with http or https' })

/** What may be asked of an engine with each request, beside what its configuration says. */
const engineOptions = {
  model: Type.Optional(about(Type.String({ maxLength: 200 }), 'name of the model that the engine should use')),
  prompt: Type.Optional(Type.String({ maxLength: 10_000, description: 'words that are likely to be said' })),
  temperature: Type.Optional(
    about(Type.Number({ minimum: 0, maximum: 2 }), 'sampling temperature from 0 to 2, as the engine understands it'),
  ),
  responseFormat: Type.Optional(
    about(
      oneOf('verbose_json', 'diarized_json', 'json'),
      'format that the engine is asked for; `verbose_json` when absent',
    ),
  ),
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
  engine: Type.Optional(about(EngineName, 'name of the speech engine; the default engine when absent')),
  configuration: Type.Optional(about(SpeechEngineConfiguration, 'how the default engine is used')),
  engines: Type.Optional(
    about(
      listOf(
        shape('SpeechEngine', {
          name: about(EngineName, 'name by which requests choose the engine'),
          configuration: about(SpeechEngineConfiguration, 'how this engine is used'),
        }),
        50,
      ),
      'further engines that requests can name, at most 50',
    ),
  ),
  dictionaryId: Type.Optional(Type.Integer({ ...Id, description: 'id of a thesaurus with names and terms to expect' })),
})
export type TranscriptionSetting = Type.Static<typeof TranscriptionSetting>

/** What a transcript is to be made with. */
export const TranscriptionRequest = shape('TranscriptionRequest', {
  language: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'language as a BCP 47 tag; the `defaultLanguage` of the production when absent',
    }),
  ),
  engine: Type.Optional(about(EngineName, 'name of the speech engine; the default engine when absent')),
  configuration: Type.Optional(about(SpeechEngineOptions, 'options for the engine in this request only')),
  transcriptionDictionaryId: Type.Optional(about(Long, 'id of a thesaurus with names and terms to expect')),
  overwriteTranscriptAllowed: Type.Optional(
    about(Flag, 'whether an existing transcript is replaced; otherwise the task fails'),
  ),
  text: Type.Optional(
    Type.Unsafe<string>({ ...Text, minLength: 1, description: 'what is said: it is not recognised but given times' }),
  ),
  workflowLabel: Type.Optional(about(Name, 'label that the report of the workflow shows')),
})
export type TranscriptionRequest = Type.Static<typeof TranscriptionRequest>

/** The transcript of a clip in a language: its paragraphs in order, each as the annotation that holds it. */
export const Transcript = shape('Transcript', {
  objectType: about(Name, 'always `Transcript`, the type name'),
  productionId: about(Id, 'id of the production that contains the clip'),
  mediaObjectId: about(Id, 'id of the clip (media object)'),
  language: about(Name, 'language of the transcript as a BCP 47 tag'),
  status: about(WorkStatus, 'how far the transcript of this language is'),
  paragraphs: about(listOf(Annotation, mostParagraphs), 'paragraphs as annotations, in the order of time'),
})
export type Transcript = Type.Static<typeof Transcript>

const Frame = Type.Integer({ format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** A word with the blank behind it, in frames; other members are as the service would have made them. */
const UploadedPart = Type.Object({
  start: about(Frame, 'first frame of the word, included'),
  duration: about(Frame, 'number of frames until the next word'),
  word: about(Type.String({ minLength: 1, maxLength: 1000 }), 'the word with its punctuation and the following blank'),
  confidence: Type.Optional(about(Type.Number({ minimum: 0, maximum: 1 }), 'confidence of recognition from 0 to 1')),
  spokenDuration: Type.Optional(about(Frame, 'number of frames in which the word is spoken')),
  isStartInterpolated: Type.Optional(about(Flag, 'whether the start was estimated instead of measured')),
  isEndInterpolated: Type.Optional(about(Flag, 'whether the end was estimated instead of measured')),
})

/** A paragraph of a transcript as GET shows it; of its members those count that say who speaks, and what when. */
const UploadedParagraph = Type.Object({
  speaker: Type.Optional(about(Name, 'name of the speaker; absent when unknown')),
  structuredDescription: about(
    Type.Object({ parts: listOf(UploadedPart, mostTranscriptWords) }),
    'the words of the paragraph with their times',
  ),
})

/** A transcript as a client sends it back. */
export const TranscriptReplacement = Type.Object(
  {
    paragraphs: about(
      listOf(UploadedParagraph, mostParagraphs),
      'paragraphs of the new transcript, in the order of time',
    ),
  },
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
  paragraphs: about(listOf(Annotation, mostParagraphs), 'paragraphs that were created or changed'),
  deletedIds: about(listOf(Id, mostParagraphs), 'ids of paragraphs that no longer exist'),
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
  name: about(SecretName, 'name of the secret within the account'),
  origin: Type.String({ description: 'the only place where it is sent, as in https://api.example.org' }),
  created: about(Instant, 'when the secret was first stored, in epoch milliseconds'),
  lastUpdated: about(Instant, 'when the secret was last replaced, in epoch milliseconds'),
})
export type SpeechSecret = Type.Static<typeof SpeechSecret>
export const SpeechSecretValue = shape('SpeechSecretValue', {
  origin: Type.Unsafe<string>({ ...Url, description: 'scheme, host and port of the engine' }),
  value: about(
    Type.String({ minLength: 1, maxLength: 4000, pattern: '^[\\x21-\\x7e]+$' }),
    'the secret itself, never returned; printable ASCII without blanks',
  ),
})

/** A speech engine that requests of a production may name. */
export const AvailableEngine = shape('AvailableEngine', {
  name: about(Name, 'name by which requests choose the engine'),
  from: about(oneOf('production', 'account', 'service'), 'whose settings define the engine'),
  isDefault: about(Flag, 'whether it is used when a request names none'),
})
export type AvailableEngine = Type.Static<typeof AvailableEngine>
