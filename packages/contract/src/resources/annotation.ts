import Type from 'typebox'
import {
  creation,
  Flag,
  FreeForm,
  Id,
  Instant,
  Long,
  listOf,
  Name,
  oneOf,
  resource,
  setOf,
  shape,
  Text,
} from '../shapes.ts'

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

const Tag = Type.String({ maxLength: 1000 })
const Handle = Type.String({ maxLength: 200 })

/** Members that every annotation may have ("Annotation (base shape)"). `start` and `end` are frames, `[start, end)`. */
export const annotationFields = {
  annotationProductionId: Type.Optional(Id),
  clipMetadata: Type.Optional(FreeForm),
  createdByShareId: Type.Optional(Id),
  createdBySharedUserId: Type.Optional(Id),
  crossProduction: Type.Optional(Flag),
  customFields: Type.Optional(FreeForm),
  systemFields: Type.Optional(FreeForm),
  description: Type.Optional(Text),
  start: Type.Optional(Long),
  end: Type.Optional(Long),
  funnel: Type.Optional(Handle),
  genericType: Type.Optional(Name),
  label: Type.Optional(Name),
  language: Type.Optional(Handle),
  origin: Type.Optional(Name),
  source: Type.Optional(Name),
  includeTranslatedTo: Type.Optional(Flag),
  includesFrom: Type.Optional(setOf(Tag)),
  keyframeFrames: Type.Optional(Long),
  mediaObject: Type.Optional(FreeForm),
  mediaObjectId: Type.Optional(Id),
  productionId: Type.Optional(Id),
  rating: Type.Optional(Type.Number()),
  relatedToId: Type.Optional(Id),
  securityClasses: Type.Optional(setOf(Tag)),
  spatial: Type.Optional(Name),
  tags: Type.Optional(setOf(Tag)),
  translatedFromId: Type.Optional(Id),
  translatedToIds: Type.Optional(setOf(Id)),
  type: Type.Optional(oneOf(...annotationTypes)),
  structuredDescription: Type.Optional(FreeForm),
} as const

/** What the annotation of a whole clip adds. */
export const mediaObjectAnnotationFields = {
  circled: Type.Optional(Flag),
  hasScreenshot: Type.Optional(Flag),
  loggingStatus: Type.Optional(oneOf('NOT_STARTED', 'EDITING', 'COMPLETED')),
  nonPreferred: Type.Optional(Flag),
  reviewStatus: Type.Optional(Handle),
  screenshotMimeType: Type.Optional(Name),
  shotInformation: Type.Optional(FreeForm),
  subtitlingStatus: Type.Optional(WorkStatus),
  subtitlingStatuses: statusMap('`<language>;<subtitlePresetId>`, or `<language>` without a preset, to its status'),
  tinyThumb: Type.Optional(listOf(Type.Integer({ minimum: -128, maximum: 255 }), 100_000)),
  transcriptionStatus: Type.Optional(WorkStatus),
  transcriptionStatuses: statusMap('language to status'),
} as const

/** What a subclip or a comment adds. */
export const clipAnnotationFields = {
  ignoreTimecode: Type.Optional(Flag),
  markForUnrestricted: Type.Optional(Flag),
  name: Type.Optional(Name),
  topics: Type.Optional(setOf(Tag)),
  uiLocation: Type.Optional(Name),
  mentionIds: Type.Optional(setOf(Id)),
  authorName: Type.Optional(
    Type.String({ maxLength: 1000, description: 'of a comment: the name that its author went by; set by the service' }),
  ),
} as const

/** What subtitles, transcript paragraphs and other structured annotations add. */
export const structuredAnnotationFields = {
  structuredAnnotation: Type.Optional(FreeForm),
  subtitlePresetId: Type.Optional(Handle),
  speaker: Type.Optional(Name),
} as const

/** In the answer to a deletion: when it was deleted. */
const deleted = Type.Optional(Instant)

/** Only where it is asked for: the comments of the clip that the caller may see, replies among them. */
const commentCount = Type.Optional(Type.Integer({ minimum: 0 }))

/** The annotation of a whole clip: exactly one for each, made with it. */
export const MediaObjectAnnotation = resource('MediaObjectAnnotation', {
  ...annotationFields,
  ...mediaObjectAnnotationFields,
  commentCount,
  deleted,
})
export type MediaObjectAnnotation = Type.Static<typeof MediaObjectAnnotation>

/** A subclip, or a comment (funnel `ReviewComment`). */
export const ClipAnnotation = resource('ClipAnnotation', { ...annotationFields, ...clipAnnotationFields, deleted })
export type ClipAnnotation = Type.Static<typeof ClipAnnotation>
export const ClipAnnotationCreation = creation('ClipAnnotationCreation', {
  ...annotationFields,
  ...clipAnnotationFields,
})
export type ClipAnnotationCreation = Type.Static<typeof ClipAnnotationCreation>

/** An annotation of any kind: `objectType` and `funnel` say which. */
export const Annotation = resource('Annotation', {
  ...annotationFields,
  ...mediaObjectAnnotationFields,
  ...clipAnnotationFields,
  ...structuredAnnotationFields,
  deleted,
})
export type Annotation = Type.Static<typeof Annotation>

const BulkAction = shape('AnnotationBulkAction', {
  action: oneOf('DELETE'),
  ids: Type.Array(Id, { maxItems: 100_000, description: 'a set: order means nothing' }),
  options: Type.Optional(
    shape('AnnotationBulkOptions', {
      deleteAssemble: Type.Optional(Flag),
      detachAssemble: Type.Optional(Flag),
      detachStoryPart: Type.Optional(Flag),
    }),
  ),
})

/** Several deletions: at once, all or none; or in a workflow, each on its own. */
export const AnnotationBulkRequest = shape('AnnotationBulkRequest', {
  actions: listOf(BulkAction, 1000),
  parameters: Type.Optional(FreeForm),
  waitForIndex: Type.Optional(Flag),
  workflowLabel: Type.Optional(Name),
})
export type AnnotationBulkRequest = Type.Static<typeof AnnotationBulkRequest>

/** What the deletions removed, replies and the annotations of deleted clips among them. */
export const AnnotationBulkResult = shape('AnnotationBulkResult', { ids: setOf(Id) })
export type AnnotationBulkResult = Type.Static<typeof AnnotationBulkResult>
