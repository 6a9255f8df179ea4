import Type from 'typebox'
import { bearerOfTheLink, orShare, productionRight, signedIn } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { subtitleContentTypes, subtitleFileTypes } from '../files/subtitle-formats.ts'
import { JsonPatch } from '../resources/json-patch.ts'
import { SubtitleAnnotation, SubtitleUpload } from '../resources/subtitle.ts'
import { AdvancedSubtitleRequest } from '../resources/subtitle-automatic.ts'
import { SubtitleComparison } from '../resources/subtitle-comparison.ts'
import {
  conversionLimitBytes,
  SubtitleConversion,
  SubtitleFileUpload,
  subtitleConversionParameters,
} from '../resources/subtitle-conversion.ts'
import { SubtitleExportRequest } from '../resources/subtitle-export.ts'
import { AsyncResponse, WorkflowMinWrapper } from '../resources/workflow.ts'
import { about, ColumnNames, Flag, Id, Name, StartOfProgramme, TimesBase, Unroll } from '../shapes.ts'
import { signedLinkQuery } from '../signed-link.ts'

const path = '/production/{prId}/mo/{moId}/subtitle/{language}'
const withPreset = `${path}/{presetId}` as const

/** `language` as BCP 47 writes it; presets come from the production setting `subtitlePresets`. */
const Language = Type.String({ maxLength: 100, description: 'language as a BCP 47 tag, for example `en` or `nl-NL`' })
const PresetId = Type.String({ maxLength: 200 })

/** As large as the file readers take. */
const fileLimitBytes = 16 * 1024 * 1024

const see = productionRight('PRODUCTION_VIEW', orShare('VIEW', 'clip'))
const edit = productionRight('SUBTITLE_EDIT')
const includeTranslatedToIds = about(
  Flag,
  'true: the answer lists the ids of translations; a table has a column for each',
)
const byLanguage = { path, params: { language: Language } } as const
const byPreset = { path: withPreset, params: { language: Language, presetId: PresetId } } as const

const reading = {
  method: 'GET',
  access: see,
  query: {
    includeTranslatedToIds,
    includePreset: about(
      Flag,
      'true: the answer has `subtitlePreset`, how its preset makes the subtitles look; visitors of shares cannot read settings',
    ),
    noCreate: about(Flag, 'true: 404 when there are no subtitles, instead of creating empty ones'),
    columns: ColumnNames,
  },
  success: {
    status: 200,
    body: SubtitleAnnotation,
    kind: 'raw',
    contentTypes: ['application/json', ...subtitleContentTypes],
  },
  errors: ['NotAcceptableError', 'ValidationError'],
} as const
const patching = {
  method: 'PATCH',
  access: edit,
  body: JsonPatch,
  bodyKind: 'json patch',
  bodyLimitBytes: fileLimitBytes,
  success: { status: 200, body: SubtitleAnnotation },
  errors: ['ConflictError', 'ValidationError'],
} as const
const replacing = {
  method: 'PUT',
  access: edit,
  query: {
    version: about(Id, 'version that a file replaces; 409 when the stored version differs'),
    columns: ColumnNames,
    timeBase: TimesBase,
    startOfProgramme: StartOfProgramme,
    unroll: Unroll,
  },
  body: SubtitleUpload,
  bodyKind: 'json or file',
  fileTypes: subtitleFileTypes,
  bodyLimitBytes: fileLimitBytes,
  success: { status: 200, body: SubtitleAnnotation },
  errors: ['ConflictError', 'PayloadTooLargeError', 'UnsupportedMediaTypeError', 'ValidationError'],
} as const
const deleting = {
  method: 'DELETE',
  access: edit,
  query: {
    deleteAssemble: about(Flag, 'true: also deletes subtitles attached to collections; their entries are removed'),
    detachAssemble: about(Flag, 'true: detaches the subtitles from their collections, then deletes them'),
  },
  success: { status: 200, body: SubtitleAnnotation },
  errors: ['ConflictError', 'ValidationError'],
} as const

const exporting = {
  method: 'POST',
  access: productionRight('PRODUCTION_VIEW'),
  query: { includeTranslatedToIds },
  body: SubtitleExportRequest,
  success: { status: 202, body: AsyncResponse },
  errors: ['ValidationError'],
} as const

/**
 * Without a preset in the path the same subtitles are meant by every method: those without a preset, else those of the
 * production's default preset, else the only ones in that language.
 */
export const subtitles = endpointsOf('subtitles', {
  getSubtitle: endpoint({
    ...reading,
    ...byPreset,
    summary:
      'Subtitles in the form that `Accept` asks for; new ones for an editor, unless `noCreate` is given, else none',
  }),
  getSubtitleOfLanguage: endpoint({
    ...reading,
    ...byLanguage,
    summary: 'The same: those without a preset, else of the default preset, else the only ones in that language',
  }),
  patchSubtitle: endpoint({
    ...patching,
    ...byPreset,
    summary:
      'Change subtitles with JSON Patch; within a request indices count the list as patched so far, then it is sorted by `start`',
  }),
  patchSubtitleOfLanguage: endpoint({ ...patching, ...byLanguage, summary: 'The same, no preset being named' }),
  replaceSubtitle: endpoint({
    ...replacing,
    ...byPreset,
    summary: 'Replace subtitles by others or by those of a file; `version` guards a file as the body guards itself',
  }),
  replaceSubtitleOfLanguage: endpoint({ ...replacing, ...byLanguage, summary: 'The same, no preset being named' }),
  deleteSubtitle: endpoint({
    ...deleting,
    ...byPreset,
    summary: 'Delete subtitles; those that hang on a collection need `detachAssemble` or `deleteAssemble`',
  }),
  deleteSubtitleOfLanguage: endpoint({ ...deleting, ...byLanguage, summary: 'The same, no preset being named' }),
  exportSubtitle: endpoint({
    ...exporting,
    ...byPreset,
    summary:
      'Make a file of subtitles, in a workflow: its report has the `location` of the file, or of a zip where there are several (each named by its language and preset), and `publishedFiles` lists their names and what each could not hold',
  }),
  exportSubtitleOfLanguage: endpoint({ ...exporting, ...byLanguage, summary: 'The same, no preset being named' }),
  compareSubtitles: endpoint({
    method: 'GET',
    path: `${path}/compare/{otherLanguage}`,
    params: { language: Language, otherLanguage: Language },
    summary:
      'Two versions of subtitles side by side, by time, as a translation and what it was made from; no preset means the same as without one in the path',
    access: see,
    query: {
      presetId: about(PresetId, 'preset of the first version; chosen as without a preset when absent'),
      otherPresetId: about(PresetId, 'preset of the other version; chosen as without a preset when absent'),
    },
    success: { status: 200, body: SubtitleComparison },
    errors: ['BadRequestError', 'NotFoundError', 'ValidationError'],
  }),
  createAdvancedSubtitle: endpoint({
    method: 'POST',
    path: '/production/{prId}/mo/{moId}/service/advanced_subtitle',
    summary:
      'Make subtitles of the transcript or of a file, in a workflow of which each task has its `report`; a transcript as well where that is asked for, which needs LIBRARY_UPDATE_METADATA, too',
    access: edit,
    // The version in the answer is that of the workflow.
    versioned: false,
    body: AdvancedSubtitleRequest,
    bodyLimitBytes: 3 * fileLimitBytes,
    success: { status: 201, body: WorkflowMinWrapper },
    errors: ['BadRequestError', 'ConflictError', 'ForbiddenError', 'NotFoundError', 'ValidationError'],
  }),
  convertSubtitle: endpoint({
    method: 'POST',
    path: '/subtitle/convert',
    summary:
      'Convert a subtitle file that belongs to no clip to another format, another rate or another place in time; nothing is stored. `X-Subtitle-Losses` names what was repaired and what the new file could not hold; with `preview` the answer is JSON',
    access: signedIn,
    query: subtitleConversionParameters,
    body: SubtitleFileUpload,
    bodyKind: 'json or file',
    fileTypes: [...subtitleFileTypes, 'application/octet-stream'],
    bodyLimitBytes: conversionLimitBytes,
    success: {
      status: 200,
      body: SubtitleConversion,
      kind: 'raw',
      contentTypes: ['application/json', ...subtitleContentTypes],
    },
    errors: ['NotAcceptableError', 'PayloadTooLargeError', 'UnsupportedMediaTypeError', 'ValidationError'],
  }),
  downloadSubtitleExport: endpoint({
    method: 'GET',
    path: '/data/subtitle/{workflowId}/{fileName}',
    params: { workflowId: Type.String({ maxLength: 100 }), fileName: Name },
    summary:
      'An exported file, by the `location` of its workflow; for a day, while the reader who got it may still export it. A film is answered by 302 with a download link of it',
    access: bearerOfTheLink,
    query: signedLinkQuery,
    success: {
      status: 200,
      kind: 'raw',
      contentTypes: [...subtitleFileTypes, 'application/zip'],
    },
    errors: ['ForbiddenError', 'NotFoundError'],
  }),
})
