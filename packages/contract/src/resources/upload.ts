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
  optionalMembers,
  resource,
  setOf,
  shape,
  Text,
} from '../shapes.ts'
import {
  annotationFields,
  clipAnnotationFields,
  MediaObjectAnnotation,
  mediaObjectAnnotationFields,
} from './annotation.ts'
import { collectionTypes } from './collection.ts'
import { ErrorBodyShape } from './error-body.ts'
import { mediaObjectFields, mediaObjectTypes, PictureBytes, SampleRate } from './media.ts'

/** Largest original, in bytes: what common file systems still hold as one file. */
export const uploadLimitBytes = 10 * 1024 ** 4

/** What a request may say of a clip's own annotation. */
const annotationMembers = {
  description: Type.Optional(Text),
  circled: Type.Optional(Flag),
  clipMetadata: Type.Optional(FreeForm),
  customFields: Type.Optional(FreeForm),
  label: Type.Optional(Name),
  language: Type.Optional(Type.String({ maxLength: 200 })),
  loggingStatus: mediaObjectAnnotationFields.loggingStatus,
  nonPreferred: Type.Optional(Flag),
  origin: Type.Optional(Name),
  rating: Type.Optional(Type.Number()),
  reviewStatus: mediaObjectAnnotationFields.reviewStatus,
  source: Type.Optional(Name),
  subtitlingStatus: mediaObjectAnnotationFields.subtitlingStatus,
  subtitlingStatuses: mediaObjectAnnotationFields.subtitlingStatuses,
  tags: Type.Optional(setOf(Name)),
  transcriptionStatus: mediaObjectAnnotationFields.transcriptionStatus,
  transcriptionStatuses: mediaObjectAnnotationFields.transcriptionStatuses,
} as const

/** Members that clients of the original service send and that this service has no use for: taken and left alone. */
const ignoredMembers = {
  acceptedType: Type.Optional(Type.Unknown()),
  accessToken: Type.Optional(Type.Unknown()),
  attachToEdlId: Type.Optional(Id),
  cloud: Type.Optional(Type.Unknown()),
  content: Type.Optional(Type.Unknown()),
  data: Type.Optional(Type.Unknown()),
  duration: Type.Optional(Type.Number()),
  durationSeconds: Type.Optional(Type.Number()),
  enableSpeaker: Type.Optional(Flag),
  enableSpeech: Type.Optional(Flag),
  enableStitch: Type.Optional(Flag),
  forceOverwrite: Type.Optional(Type.Unknown()),
  isCloud: Type.Optional(Flag),
  isData: Type.Optional(Flag),
  isProxy: Type.Optional(Flag),
  keyFrame: Type.Optional(Long),
  markForRemoval: Type.Optional(Type.Unknown()),
  matchingType: Type.Optional(oneOf('NONE', 'VIDEO_ONLY', 'AUDIO_ONLY', 'FULL')),
  mediaInfo: Type.Optional(FreeForm),
  mediaInfoObject: Type.Optional(Type.Unknown()),
  mediaInfoProxy: Type.Optional(Type.Unknown()),
  mediaInfoString: Type.Optional(Type.Unknown()),
  mediaObjectId: Type.Optional(Long),
  mediaObjectInstanceId: Type.Optional(Long),
  mediaObjectInstances: Type.Optional(listOf(Type.Unknown())),
  prefix: Type.Optional(Type.Unknown()),
  productionId: Type.Optional(Id),
  proxy: Type.Optional(Type.Unknown()),
  proxyOnline: Type.Optional(Flag),
  proxyProfile: Type.Optional(Type.Unknown()),
  rawPath: Type.Optional(Type.Unknown()),
  sampleRate: Type.Optional(SampleRate),
  screenshotMimeType: Type.Optional(Name),
  smallHash: Type.Optional(Type.Unknown()),
  systemFields: Type.Optional(FreeForm),
  timecode: Type.Optional(Type.Unknown()),
  timecodeFrames: Type.Optional(Long),
  tracks: Type.Optional(listOf(Type.Unknown())),
  url: Type.Optional(Type.Unknown()),
  wfr: Type.Optional(listOf(Type.Unknown())),
  workflowId: Type.Optional(Type.Unknown()),
} as const

/** A collection to attach the clip to: by its id, or by its title, and made when there is none. */
const WantedCollection = Type.Object(
  {
    id: Type.Optional(Id),
    editorialObjectId: Type.Optional(Id),
    title: Type.Optional(Name),
    objectType: Type.Optional(oneOf(...collectionTypes)),
  },
  { title: 'WantedCollection' },
)

/** An annotation that the clip is to have. */
export const SynchronizedAnnotation = creation('SynchronizedAnnotation', {
  ...annotationFields,
  ...clipAnnotationFields,
})
export type SynchronizedAnnotation = Type.Static<typeof SynchronizedAnnotation>

/** How existing resources are found: criteria are alternatives, the properties of one must all match. */
export const SynchronizeConfiguration = Type.Object(
  {
    options: Type.Optional(Type.Object({ failOnMultipleMatches: Type.Optional(Flag) })),
    matchingCriteria: Type.Optional(
      listOf(
        Type.Object({
          properties: listOf(
            Type.Union([
              Name,
              Type.Object({
                name: Name,
                type: Type.Optional(oneOf('EXACT', 'IGNORE_CASE', 'PARTIAL', 'PARTIAL_IGNORE_CASE')),
              }),
            ]),
            20,
          ),
        }),
        20,
      ),
    ),
  },
  { title: 'SynchronizeConfiguration' },
)
export type SynchronizeConfiguration = Type.Static<typeof SynchronizeConfiguration>

/** A clip to be. With `fileName` and `size` an upload follows; without both it is a placeholder. */
export const MediaObjectRequest = creation('MediaObjectRequest', {
  ...ignoredMembers,
  ...annotationMembers,
  name: Type.Optional(Name),
  fileName: Type.Optional(Type.String({ maxLength: 4096, description: 'name, with relevant path' })),
  size: Type.Optional(Type.Integer({ format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  type: Type.Optional(oneOf(...mediaObjectTypes)),
  annotations: Type.Optional(listOf(SynchronizedAnnotation, 1000)),
  collections: Type.Optional(listOf(WantedCollection, 100)),
  enableHDProxy: Type.Optional(Flag),
  enableProxy: Type.Optional(Flag),
  enableShot: Type.Optional(Flag),
  attachToEoId: Type.Optional(Id),
  growing: Type.Optional(Flag),
  hash: Type.Optional(Type.String({ maxLength: 128, description: 'sha-256 or md5 of the file, in hexadecimal' })),
  packageId: Type.Optional(Id),
  umid: Type.Optional(Name),
  screenshot: Type.Optional(PictureBytes),
  resolveMethod: Type.Optional(oneOf('FINGERPRINT', 'FINGERPRINT_2', 'NAME', 'CRITERIA')),
  synchronizeOptions: Type.Optional(
    Type.Record(Type.String(), SynchronizeConfiguration, { description: 'under `clip`: which clip is meant' }),
  ),
})
export type MediaObjectRequest = Type.Static<typeof MediaObjectRequest>

/** Most clips that one request may create. */
const mostClips = 1000

/** One clip to be, or several, each created or updated as a whole or not at all. */
export const MediaObjectRequests = Type.Union([MediaObjectRequest, listOf(MediaObjectRequest, mostClips)])
export type MediaObjectRequests = Type.Static<typeof MediaObjectRequests>

const CreatedObject = shape('CreatedObject', { type: Type.String(), id: Id })

const Resolution = shape('Resolution', { id: Id, resolved: oneOf('CREATED', 'MATCHED') })

/** What became of what a request named. */
const SyncReport = shape('SyncReport', {
  createdComponents: listOf(CreatedObject),
  mediaObjectResolve: oneOf('CREATED', 'MATCHED'),
  collectionResolve: listOf(Resolution),
  annotationResolve: listOf(Resolution),
  timings: Type.String(),
})

/** A created clip and, where an upload follows, the address that takes its bytes. */
export const FileUploadResponse = resource('FileUploadResponse', {
  ...mediaObjectFields,
  mediaObjectId: Id,
  mediaObjectAnnotationId: Id,
  mediaObjectAnnotation: MediaObjectAnnotation,
  createdObjects: listOf(CreatedObject),
  syncReport: SyncReport,
  uploadId: Type.Optional(Type.String()),
  location: Type.Optional(
    Type.String({ description: 'address for chunks; append `&position=`; needs no other token' }),
  ),
  position: Type.Optional(Long),
})
export type FileUploadResponse = Type.Static<typeof FileUploadResponse>

/** In a list: the answer, or in its place the error of a request that nothing was kept of. */
const FileUploadOutcome = shape('FileUploadOutcome', {
  ...optionalMembers(FileUploadResponse.properties),
  error: Type.Optional(ErrorBodyShape),
})
export type FileUploadOutcome = Type.Static<typeof FileUploadOutcome>

/** One answer, or one for each request in their order. */
export const FileUploadResponses = Type.Union([FileUploadResponse, listOf(FileUploadOutcome, mostClips)])
export type FileUploadResponses = Type.Static<typeof FileUploadResponses>

/** A range of bytes, `[start, end)`. */
const Range = Type.Tuple([Long, Long])

/** How far an upload is. */
export const UploadState = shape('UploadState', {
  uploadId: Type.String(),
  mediaObjectId: Id,
  size: Long,
  received: Type.Array(Range, { description: 'sorted ranges [start, end) in bytes' }),
  missing: Type.Array(Range, { description: 'sorted ranges [start, end) in bytes' }),
  complete: Flag,
  closed: Flag,
  expires: Type.Optional(Instant),
  location: Type.Optional(Type.String({ description: 'where chunks go, while the upload is open' })),
})
export type UploadState = Type.Static<typeof UploadState>

export const CloseRequest = shape('CloseRequest', {
  skipIngest: Type.Optional(Flag),
  skipVerification: Type.Optional(Flag),
})
export type CloseRequest = Type.Static<typeof CloseRequest>
