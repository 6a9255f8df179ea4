import Type from 'typebox'
import {
  about,
  addressedResource,
  alwaysWith,
  creation,
  Flag,
  FreeForm,
  Id,
  Instant,
  Long,
  listOf,
  Name,
  oneOf,
  setOf,
  shape,
  Text,
} from '../shapes.ts'
import { ErrorBodyShape } from './error-body.ts'
import { JsonPatch } from './json-patch.ts'

/** How far the subtitles or the transcript of a clip are; a key that is missing means `NOT_STARTED`. */
export const workStatuses = [
  'NOT_STARTED',
  'EDITING',
  'COMPLETED',
  'AUTOMATIC_STARTED',
  'AUTOMATIC_COMPLETED',
  'AUTOMATIC_FAILED',
] as const
export const WorkStatus = oneOf(...workStatuses)
export type WorkStatus = Type.Static<typeof WorkStatus>

const statusMap = (description: string) => Type.Optional(Type.Record(Type.String(), WorkStatus, { description }))

/** What an annotation is, by its `objectType`. */
export const annotationObjectTypes = [
  'MediaObjectAnnotation',
  'ClipAnnotation',
  'StructuredAnnotation',
  'TranscriptAnnotation',
] as const
export type AnnotationObjectType = (typeof annotationObjectTypes)[number]

export const annotationTypes = [
  'MINIME',
  'EBU_CORE',
  'TRANSCRIBER',
  'TECHNICAL_DETAILS',
  'GENERIC',
  'SUBTITLE',
  'SHOT',
  'AI_DETECTOR_RESULT',
] as const
export type AnnotationType = (typeof annotationTypes)[number]

/** The security class of comments that no visitor of a share sees. */
export const internalClass = 'INTERNAL'

const Tag = Type.String({ maxLength: 1000 })
const Handle = Type.String({ maxLength: 200 })

/** Members that every annotation may have ("Annotation (base shape)"). `start` and `end` are frames, `[start, end)`. */
export const annotationFields = {
  annotationProductionId: Type.Optional(about(Id, 'id of the production in which the annotation was created')),
  clipMetadata: Type.Optional(about(FreeForm, 'free-form metadata of the clip, stored unchanged')),
  createdByShareId: Type.Optional(about(Id, 'id of the share through which a visitor created this')),
  createdBySharedUserId: Type.Optional(about(Id, 'id of the identified visitor who created this')),
  crossProduction: Type.Optional(about(Flag, 'whether the annotation belongs to a clip of another production')),
  customFields: Type.Optional(
    about(FreeForm, 'values of custom fields by name, validated against the fields that the production defines'),
  ),
  systemFields: Type.Optional(about(FreeForm, 'values that clients store for themselves, by name; not validated')),
  description: Type.Optional(
    about(Text, 'text of the annotation; in a comment, what was said, with inline tags and mentions'),
  ),
  start: Type.Optional(about(Long, 'first frame, included; frame 0 is the first one of the clip')),
  end: Type.Optional(about(Long, 'frame after the last one; at most the frame count of the clip, not before `start`')),
  funnel: Type.Optional(
    about(Handle, 'subtype, for example `ReviewComment` for comments and `Subtitle` for subtitles'),
  ),
  genericType: Type.Optional(about(Name, 'further subtype of annotations of type GENERIC, chosen by clients')),
  label: Type.Optional(
    about(Name, 'short title that lists show; the name of the clip for the annotation of a whole clip'),
  ),
  language: Type.Optional(about(Handle, 'language of the content as a BCP 47 tag')),
  origin: Type.Optional(about(Name, 'where the content comes from, chosen by clients')),
  source: Type.Optional(about(Name, 'system or person that supplied the content')),
  includeTranslatedTo: Type.Optional(about(Flag, 'whether translations are included; stored for clients')),
  includesFrom: Type.Optional(about(setOf(Tag), 'names of sources whose content is included; stored for clients')),
  keyframeFrames: Type.Optional(about(Long, 'frame that represents the annotation in lists')),
  mediaObject: Type.Optional(
    about(FreeForm, 'the clip itself; present only with `includeMediaObject`, ignored in requests'),
  ),
  mediaObjectId: Type.Optional(about(Id, 'id of the clip (media object) to which the annotation belongs')),
  productionId: Type.Optional(about(Id, 'id of the production that contains the annotation')),
  rating: Type.Optional(about(Type.Number(), 'rating that clients give, for example a number of stars')),
  relatedToId: Type.Optional(about(Id, 'id of the comment to which this comment replies; absent for a first comment')),
  securityClasses: Type.Optional(
    about(
      setOf(Tag),
      'security classes of the content; a comment with `INTERNAL` is for the team only, as are its replies; others are stored for clients',
    ),
  ),
  spatial: Type.Optional(about(Name, 'region of the frame as a media fragment, for example `xywh=percent:10,20,5,5`')),
  tags: Type.Optional(about(setOf(Tag), 'words by which the annotation can be found')),
  translatedFromId: Type.Optional(about(Id, 'id of the annotation from which this one was translated')),
  translatedToIds: Type.Optional(
    about(setOf(Id), 'ids of the translations; present only with `includeTranslatedToIds`'),
  ),
  type: Type.Optional(about(oneOf(...annotationTypes), 'what kind of content the annotation has')),
  structuredDescription: Type.Optional(
    about(FreeForm, 'structured content: entries of subtitles, words of a transcript paragraph'),
  ),
} as const

/** The same, of which every annotation that is stored has these. */
const storedAnnotationFields = alwaysWith(
  annotationFields,
  'annotationProductionId',
  'clipMetadata',
  'customFields',
  'systemFields',
  'start',
  'end',
  'funnel',
  'includesFrom',
  'mediaObjectId',
  'productionId',
  'securityClasses',
  'tags',
  'structuredDescription',
)

/** What the annotation of a whole clip adds. */
export const mediaObjectAnnotationFields = {
  circled: Type.Optional(about(Flag, 'whether the take is marked as a good one')),
  hasScreenshot: Type.Optional(about(Flag, 'whether the clip has a poster image')),
  loggingStatus: Type.Optional(about(oneOf('NOT_STARTED', 'EDITING', 'COMPLETED'), 'how far logging of the clip is')),
  nonPreferred: Type.Optional(about(Flag, 'whether the take is marked as one to avoid')),
  reviewStatus: Type.Optional(
    about(Handle, 'id of a review status of the production; changing it needs REVIEW_STATUS_EDIT'),
  ),
  screenshotMimeType: Type.Optional(about(Name, 'media type of the poster image, for example `image/jpeg`')),
  shotInformation: Type.Optional(about(FreeForm, 'shot boundaries that ingest detected in the clip')),
  subtitlingStatus: Type.Optional(about(WorkStatus, 'how far subtitling is, over all languages')),
  subtitlingStatuses: statusMap('`<language>;<subtitlePresetId>`, or `<language>` without a preset, to its status'),
  tinyThumb: Type.Optional(
    about(listOf(Type.Integer({ minimum: -128, maximum: 255 }), 100_000), 'bytes of a very small preview image'),
  ),
  transcriptionStatus: Type.Optional(about(WorkStatus, 'how far transcription is, over all languages')),
  transcriptionStatuses: statusMap('how far the transcript is, by language'),
} as const

/** What a subclip or a comment adds. */
export const clipAnnotationFields = {
  ignoreTimecode: Type.Optional(about(Flag, 'whether clients show no timecode for the annotation')),
  markForUnrestricted: Type.Optional(about(Flag, 'whether the part is marked for unrestricted use')),
  name: Type.Optional(about(Name, 'name of the subclip or of the marker')),
  topics: Type.Optional(about(setOf(Tag), 'subjects that the part is about')),
  uiLocation: Type.Optional(about(Name, 'where on the frame clients place the comment box')),
  mentionIds: Type.Optional(about(setOf(Id), 'ids of users whom the comment mentions; they are notified by mail')),
  authorName: Type.Optional(
    Type.String({ maxLength: 1000, description: 'name of the author of a comment, set by the service' }),
  ),
  resolvedByName: Type.Optional(
    Type.String({ maxLength: 1000, description: 'name of who gave a comment the tag `resolved`, set by the service' }),
  ),
  resolvedAt: Type.Optional(
    Type.Integer({ ...Instant, description: 'when that was, as epoch milliseconds, set by the service' }),
  ),
} as const

/** What subtitles, transcript paragraphs and other structured annotations add. */
export const structuredAnnotationFields = {
  structuredAnnotation: Type.Optional(
    about(FreeForm, 'the same as `structuredDescription`; where both are sent they must be equal'),
  ),
  subtitlePresetId: Type.Optional(about(Handle, 'id of the subtitle preset; absent for subtitles without a preset')),
  speaker: Type.Optional(about(Name, 'name of the speaker; absent when unknown')),
} as const

const deleted = Type.Optional(
  Type.Integer({
    ...Instant,
    description:
      'epoch milliseconds; in the answer to a deletion, and of a deleted comment that is shown, without its content, as long as there are replies of others',
  }),
)

const commentCount = Type.Optional(
  Type.Integer({
    minimum: 0,
    description:
      'number of comments of the clip that the caller may see, replies included; only with `includeCommentCount`',
  }),
)

/** The annotation of a whole clip: exactly one for each, made with it. */
export const MediaObjectAnnotation = addressedResource('MediaObjectAnnotation', {
  ...storedAnnotationFields,
  ...mediaObjectAnnotationFields,
  commentCount,
  deleted,
})
export type MediaObjectAnnotation = Type.Static<typeof MediaObjectAnnotation>

/** A subclip, or a comment (funnel `ReviewComment`). */
export const ClipAnnotation = addressedResource('ClipAnnotation', {
  ...storedAnnotationFields,
  ...clipAnnotationFields,
  deleted,
})
export type ClipAnnotation = Type.Static<typeof ClipAnnotation>
export const ClipAnnotationCreation = creation('ClipAnnotationCreation', {
  ...annotationFields,
  ...clipAnnotationFields,
})
export type ClipAnnotationCreation = Type.Static<typeof ClipAnnotationCreation>

/** An annotation of any kind: `objectType` and `funnel` say which. */
export const Annotation = addressedResource('Annotation', {
  ...storedAnnotationFields,
  ...mediaObjectAnnotationFields,
  ...clipAnnotationFields,
  ...structuredAnnotationFields,
  deleted,
})
export type Annotation = Type.Static<typeof Annotation>

const BulkAction = shape('AnnotationBulkAction', {
  action: about(oneOf('DELETE'), 'what to do with the annotations; only DELETE is supported'),
  ids: Type.Array(Id, { maxItems: 100_000, description: 'ids of the annotations to delete, in any order' }),
  options: Type.Optional(
    about(
      shape('AnnotationBulkOptions', {
        deleteAssemble: Type.Optional(
          about(Flag, 'also deletes annotations that are attached to collections; their entries are removed'),
        ),
        detachAssemble: Type.Optional(
          about(Flag, 'detaches annotations from their collections before they are deleted'),
        ),
        detachStoryPart: Type.Optional(about(Flag, 'detaches annotations from story parts before they are deleted')),
      }),
      'what happens to annotations that are attached to collections',
    ),
  ),
})

/** Several deletions: at once, all or none; or in a workflow, each on its own. */
export const AnnotationBulkRequest = shape('AnnotationBulkRequest', {
  actions: about(listOf(BulkAction, 1000), 'the deletions; at most 1,000 actions and 100,000 ids each'),
  parameters: Type.Optional(about(FreeForm, 'free-form parameters; accepted and ignored')),
  waitForIndex: Type.Optional(about(Flag, 'whether the workflow completes only when searches find the result')),
  workflowLabel: Type.Optional(about(Name, 'label that the report of the workflow shows')),
})
export type AnnotationBulkRequest = Type.Static<typeof AnnotationBulkRequest>

/** The ids that were asked for, each once. */
export const AnnotationBulkResult = shape('AnnotationBulkResult', {
  ids: about(setOf(Id), 'ids that the request named, each once'),
})
export type AnnotationBulkResult = Type.Static<typeof AnnotationBulkResult>

const ClipPatch = shape('ClipPatch', {
  mediaObjectId: about(Id, 'id of the clip'),
  version: Type.Optional(about(Long, 'version that the annotation of the clip must have; any when absent')),
  patch: about(JsonPatch, 'what to change in the annotation of the clip'),
})

/** Patches of the annotations of many clips, each on its own. */
export const ClipPatchRequest = shape('ClipPatchRequest', {
  changes: about(listOf(ClipPatch, 1000), 'the patches; at most 1,000, one for each clip'),
})
export type ClipPatchRequest = Type.Static<typeof ClipPatchRequest>

/** What became of each patch, in the order of the request. */
export const ClipPatchResult = shape('ClipPatchResult', {
  results: about(
    listOf(
      shape('ClipPatchOutcome', {
        mediaObjectId: about(Id, 'id of the clip'),
        version: Type.Optional(about(Long, 'version of the annotation after the patch; absent when it was refused')),
        error: Type.Optional(about(ErrorBodyShape, 'why the patch was refused')),
      }),
      1000,
    ),
    'outcome of each patch, in the order of the request',
  ),
})
export type ClipPatchResult = Type.Static<typeof ClipPatchResult>
