import Type from 'typebox'
import { accountRight, orShare, productionRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { plainSubtitleFileTypes } from '../files/subtitle-formats.ts'
import { Annotation } from '../resources/annotation.ts'
import { JsonPatch } from '../resources/json-patch.ts'
import {
  AvailableEngine,
  ChangedParagraphs,
  ParagraphSplit,
  SecretName,
  SpeakerRenaming,
  SpeechSecret,
  SpeechSecretValue,
  Transcript,
  TranscriptionRequest,
  TranscriptUpload,
} from '../resources/transcript.ts'
import { WorkflowMinWrapper } from '../resources/workflow.ts'
import { listOf } from '../shapes.ts'

const path = '/production/{prId}/mo/{moId}/transcript/{language}'
const params = {
  language: Type.String({ maxLength: 100, description: 'language as a BCP 47 tag, for example `en` or `nl-NL`' }),
}

const see = productionRight('PRODUCTION_VIEW', orShare('VIEW', 'clip'))
const edit = productionRight('LIBRARY_UPDATE_METADATA')

/** As large as the file readers take. */
const fileLimitBytes = 16 * 1024 * 1024

export const transcripts = endpointsOf('transcripts', {
  startTranscription: endpoint({
    method: 'POST',
    path: '/production/{prId}/mo/{moId}/service/transcript',
    summary:
      'Have a speech engine write what is said in a clip, or when the words of a `text` are said; an existing transcript needs `overwriteTranscriptAllowed`',
    access: edit,
    body: TranscriptionRequest,
    bodyOptional: true,
    bodyLimitBytes: 4 * 1024 * 1024,
    success: { status: 201, body: WorkflowMinWrapper },
    errors: ['ConflictError', 'ValidationError'],
  }),
  getTranscript: endpoint({
    method: 'GET',
    path,
    params,
    summary: 'The transcript of a clip, in the form that `Accept` asks for: JSON, text, a table or a page',
    access: see,
    success: {
      status: 200,
      body: Transcript,
      kind: 'raw',
      contentTypes: ['application/json', 'text/plain', 'text/csv', 'text/html'],
    },
    errors: ['NotAcceptableError'],
  }),
  replaceTranscript: endpoint({
    method: 'PUT',
    path,
    params,
    summary: 'Replace the transcript by another one, by what a recogniser wrote, or by the words of a subtitle file',
    access: edit,
    body: TranscriptUpload,
    bodyKind: 'json or file',
    fileTypes: plainSubtitleFileTypes,
    bodyLimitBytes: fileLimitBytes,
    success: { status: 200, body: Transcript },
    errors: ['ConflictError', 'PayloadTooLargeError', 'UnsupportedMediaTypeError', 'ValidationError'],
  }),
  deleteTranscript: endpoint({
    method: 'DELETE',
    path,
    params,
    summary: 'Delete the transcript',
    access: edit,
    success: { status: 204 },
    errors: ['ConflictError'],
  }),
  patchParagraph: endpoint({
    method: 'PATCH',
    path: `${path}/paragraph/{anId}`,
    params,
    summary:
      'Change `/text` or `/speaker` of a paragraph with JSON Patch: words that stay keep their times, others share theirs',
    access: edit,
    body: JsonPatch,
    bodyKind: 'json patch',
    success: { status: 200, body: Annotation },
    errors: ['ConflictError', 'ValidationError'],
  }),
  splitParagraph: endpoint({
    method: 'POST',
    path: `${path}/paragraph/{anId}/split`,
    params,
    summary: 'Cut a paragraph in two; the first part keeps the id',
    access: edit,
    body: ParagraphSplit,
    success: { status: 200, body: ChangedParagraphs },
    errors: ['ConflictError', 'ValidationError'],
  }),
  mergeParagraph: endpoint({
    method: 'POST',
    path: `${path}/paragraph/{anId}/merge`,
    params,
    summary: 'Join a paragraph with the one that follows it; it keeps its id and its speaker',
    access: edit,
    success: { status: 200, body: ChangedParagraphs },
    errors: ['ConflictError', 'ValidationError'],
  }),
  renameSpeaker: endpoint({
    method: 'POST',
    path: `${path}/speaker`,
    params,
    summary: 'Give all paragraphs of one speaker to another one',
    access: edit,
    body: SpeakerRenaming,
    success: { status: 200, body: ChangedParagraphs },
    errors: ['ConflictError', 'ValidationError'],
  }),
  listSpeechEngines: endpoint({
    method: 'GET',
    path: '/production/{prId}/speech_engine',
    summary: 'The speech engines that requests of a production may name',
    access: productionRight('PRODUCTION_VIEW'),
    success: { status: 200, body: listOf(AvailableEngine), kind: 'list' },
  }),
  listSpeechSecrets: endpoint({
    method: 'GET',
    path: '/account/{id}/speech_secret',
    summary: 'The keys that engines of the setting `transcription` may name; their values are never shown',
    access: accountRight('ACCOUNT_MANAGE'),
    success: { status: 200, body: listOf(SpeechSecret), kind: 'list' },
  }),
  setSpeechSecret: endpoint({
    method: 'PUT',
    path: '/account/{id}/speech_secret/{name}',
    params: { name: SecretName },
    summary: 'Keep a key for the speech engines at one origin, instead of an earlier one of this name',
    access: accountRight('ACCOUNT_MANAGE'),
    body: SpeechSecretValue,
    success: { status: 200, body: SpeechSecret },
    errors: ['ValidationError'],
  }),
  deleteSpeechSecret: endpoint({
    method: 'DELETE',
    path: '/account/{id}/speech_secret/{name}',
    params: { name: SecretName },
    summary: 'Forget a key',
    access: accountRight('ACCOUNT_MANAGE'),
    success: { status: 204 },
  }),
})
