import Type from 'typebox'
import {
  about,
  addressedResource,
  creation,
  documentedAs,
  Flag,
  FreeForm,
  Id,
  Instant,
  Long,
  listOf,
  Name,
  oneOf,
  optionalMembers,
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
import { mediaObjectTypes, PictureBytes, SampleRate, storedMediaObjectFields } from './media.ts'

/** Largest original, in bytes: what common file systems still hold as one file. */
export const uploadLimitBytes = 10 * 1024 ** 4

/** What a request may say of a clip's own annotation. */
const annotationMembers = {
  description: Type.Optional(about(Text, 'text about the clip, stored on its annotation')),
  circled: Type.Optional(about(Flag, 'whether the take is marked as a good one')),
  clipMetadata: Type.Optional(about(FreeForm, 'free-form metadata of the clip, stored unchanged')),
  customFields: Type.Optional(
    about(FreeForm, 'values of custom fields by name, validated against the fields that the production defines'),
  ),
  label: Type.Optional(about(Name, 'title of the clip; `name` when absent')),
  language: Type.Optional(about(Type.String({ maxLength: 200 }), 'language of the clip as a BCP 47 tag')),
  loggingStatus: mediaObjectAnnotationFields.loggingStatus,
  nonPreferred: Type.Optional(about(Flag, 'whether the take is marked as one to avoid')),
  origin: Type.Optional(about(Name, 'where the clip comes from, chosen by clients')),
  rating: Type.Optional(about(Type.Number(), 'rating that clients give, for example a number of stars')),
  reviewStatus: mediaObjectAnnotationFields.reviewStatus,
  source: Type.Optional(about(Name, 'system or person that supplied the clip')),
  subtitlingStatus: mediaObjectAnnotationFields.subtitlingStatus,
  subtitlingStatuses: mediaObjectAnnotationFields.subtitlingStatuses,
  tags: Type.Optional(about(setOf(Name), 'words by which the clip can be found')),
  transcriptionStatus: mediaObjectAnnotationFields.transcriptionStatus,
  transcriptionStatuses: mediaObjectAnnotationFields.transcriptionStatuses,
} as const

/** Members that clients of the original service send and that this service has no use for: taken and left alone. */
const ignoredMembers = {
  acceptedType: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
  accessToken: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
  attachToEdlId: Type.Optional(about(Id, 'accepted for older clients and ignored')),
  cloud: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
  content: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
  data: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
  enableSpeaker: Type.Optional(about(Flag, 'accepted for older clients and ignored')),
  enableSpeech: Type.Optional(about(Flag, 'accepted for older clients and ignored')),
  enableStitch: Type.Optional(about(Flag, 'accepted for older clients and ignored')),
  isCloud: Type.Optional(about(Flag, 'accepted for older clients and ignored')),
  isData: Type.Optional(about(Flag, 'accepted for older clients and ignored')),
  isProxy: Type.Optional(about(Flag, 'accepted for older clients and ignored')),
  markForRemoval: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
  matchingType: Type.Optional(
    about(oneOf('NONE', 'VIDEO_ONLY', 'AUDIO_ONLY', 'FULL'), 'accepted for older clients and ignored'),
  ),
  mediaInfo: Type.Optional(about(FreeForm, 'accepted for older clients and ignored')),
  mediaInfoObject: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
  mediaInfoProxy: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
  mediaInfoString: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
  mediaObjectInstanceId: Type.Optional(about(Long, 'accepted for older clients and ignored')),
  mediaObjectInstances: Type.Optional(about(listOf(Type.Unknown()), 'accepted for older clients and ignored')),
  prefix: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
  productionId: Type.Optional(about(Id, 'accepted for older clients and ignored')),
  proxy: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
  proxyOnline: Type.Optional(about(Flag, 'accepted for older clients and ignored')),
  proxyProfile: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
  rawPath: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
  screenshotMimeType: Type.Optional(about(Name, 'accepted for older clients and ignored')),
  smallHash: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
  systemFields: Type.Optional(about(FreeForm, 'accepted for older clients and ignored')),
  tracks: Type.Optional(about(listOf(Type.Unknown()), 'accepted for older clients and ignored')),
  url: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
  wfr: Type.Optional(about(listOf(Type.Unknown()), 'accepted for older clients and ignored')),
  workflowId: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
} as const

/** What is known of a file that is still to come: kept until the file's own facts replace it. */
const announcedFacts = {
  duration: Type.Optional(Type.Number({ description: 'seconds; `durationSeconds` comes first' })),
  durationSeconds: Type.Optional(Type.Number({ description: 'length in seconds, until the content is probed' })),
  keyFrame: Type.Optional(about(Long, 'frame that represents the clip, from 0')),
  sampleRate: Type.Optional(about(SampleRate, 'frames per second as a fraction, until the content is probed')),
  timecode: Type.Optional(
    Type.Unknown({ description: 'a SMPTETimePoint, or its text with a `sampleRate`; `timecodeFrames` comes first' }),
  ),
  timecodeFrames: Type.Optional(about(Long, 'frames from 00:00:00:00 to the first frame of the clip')),
} as const

/** A collection to attach the clip to: by its id, or by its title, and made when there is none. */
const WantedCollection = Type.Object(
  {
    id: Type.Optional(about(Id, 'id of the collection; use this or `title`')),
    editorialObjectId: Type.Optional(about(Id, 'the same as `id` of the collection')),
    title: Type.Optional(about(Name, 'title of the collection, which is created when none has it')),
    objectType: Type.Optional(about(oneOf(...collectionTypes), 'kind of collection to create; Notebook when absent')),
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
    options: Type.Optional(
      about(
        Type.Object({
          failOnMultipleMatches: Type.Optional(about(Flag, 'whether several matches are an error')),
        }),
        'what happens when several clips match',
      ),
    ),
    matchingCriteria: Type.Optional(
      about(
        listOf(
          Type.Object({
            properties: about(
              listOf(
                Type.Union([
                  Name,
                  Type.Object({
                    name: about(Name, 'name of the property to compare'),
                    type: Type.Optional(
                      about(
                        oneOf('EXACT', 'IGNORE_CASE', 'PARTIAL', 'PARTIAL_IGNORE_CASE'),
                        'how texts are compared; EXACT when absent',
                      ),
                    ),
                  }),
                ]),
                20,
              ),
              'properties that must all match',
            ),
          }),
          20,
        ),
        'alternative criteria to find an existing clip',
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
  ...announcedFacts,
  name: Type.Optional(about(Name, 'name of the clip; the name of the file when absent')),
  fileName: Type.Optional(
    Type.String({ maxLength: 4096, description: 'name of the file to upload, with relevant folders; needs `size`' }),
  ),
  size: Type.Optional(
    about(
      Type.Integer({ format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      'size of the file in bytes; needs `fileName`',
    ),
  ),
  type: Type.Optional(about(oneOf(...mediaObjectTypes), 'what the clip is; the content decides once it is uploaded')),
  annotations: Type.Optional(
    about(listOf(SynchronizedAnnotation, 1000), 'annotations to create on the clip, at most 1,000'),
  ),
  collections: Type.Optional(about(listOf(WantedCollection, 100), 'collections to attach the clip to, at most 100')),
  enableHDProxy: Type.Optional(
    about(Flag, 'whether ingest makes an HD proxy; the setting of the production when absent'),
  ),
  enableProxy: Type.Optional(about(Flag, 'whether ingest makes a proxy; the setting of the production when absent')),
  enableShot: Type.Optional(about(Flag, 'whether ingest detects shots; the setting of the production when absent')),
  enableEmbeddedSubtitles: Type.Optional(
    about(
      Flag,
      'whether ingest reads captions within the picture (CEA-608, CTA-708) as subtitles; the setting of the production when absent',
    ),
  ),
  attachToEoId: Type.Optional(about(Id, 'id of a collection to attach the clip to')),
  mediaObjectId: Type.Optional(
    Type.Integer({ format: 'int64', description: 'the clip that is meant, such as a placeholder that gets its file' }),
  ),
  forceOverwrite: Type.Optional(
    Type.Boolean({ description: 'the file replaces the original of the clip that is meant; needs LIBRARY_DELETE' }),
  ),
  growing: Type.Optional(
    about(
      Flag,
      'whether the file grows while it is uploaded: chunks may go beyond `size`, and `close` takes what has come',
    ),
  ),
  hash: Type.Optional(Type.String({ maxLength: 128, description: 'sha-256 or md5 of the file, in hexadecimal' })),
  packageId: Type.Optional(about(Id, 'id of the package to which the clip belongs')),
  umid: Type.Optional(about(Name, 'unique material identifier from the camera or another system')),
  screenshot: Type.Optional(about(PictureBytes, 'poster image to use instead of the one that ingest makes')),
  resolveMethod: Type.Optional(
    about(
      oneOf('FINGERPRINT', 'FINGERPRINT_2', 'NAME', 'CRITERIA'),
      'how an existing clip is found to be updated; a new clip is created when absent',
    ),
  ),
  synchronizeOptions: Type.Optional(
    Type.Record(Type.String(), SynchronizeConfiguration, { description: 'under `clip`: which clip is meant' }),
  ),
})
export type MediaObjectRequest = Type.Static<typeof MediaObjectRequest>

/** Most clips that one request may create. */
const mostClips = 1000

/** One clip to be, or several, each created or updated as a whole or not at all. */
export const MediaObjectRequests = documentedAs(
  Type.Union([MediaObjectRequest, listOf(MediaObjectRequest, mostClips)]),
  listOf(MediaObjectRequest, mostClips),
  'the clips to create; a single request without a list is accepted too, and answered with a single result',
)
export type MediaObjectRequests = Type.Static<typeof MediaObjectRequests>

const CreatedObject = shape('CreatedObject', {
  type: Type.String({ description: 'type name of the created resource' }),
  id: about(Id, 'id of the created resource'),
})

const Resolution = shape('Resolution', {
  id: about(Id, 'id of the collection or annotation'),
  resolved: about(oneOf('CREATED', 'MATCHED'), 'whether it was created or an existing one matched'),
})

/** What became of what a request named. */
const SyncReport = shape('SyncReport', {
  createdComponents: about(listOf(CreatedObject), 'resources that the request created'),
  mediaObjectResolve: about(oneOf('CREATED', 'MATCHED'), 'whether the clip was created or an existing one matched'),
  collectionResolve: about(listOf(Resolution), 'outcome for each collection of the request'),
  annotationResolve: about(listOf(Resolution), 'outcome for each annotation of the request'),
  timings: about(Type.String(), 'how long the steps took, as text for people'),
})

/** A created clip and, where an upload follows, the address that takes its bytes. */
export const FileUploadResponse = addressedResource('FileUploadResponse', {
  ...storedMediaObjectFields,
  mediaObjectId: about(Id, 'id of the clip, the same as `id`'),
  mediaObjectAnnotationId: about(Id, 'id of the annotation of the whole clip'),
  mediaObjectAnnotation: about(MediaObjectAnnotation, 'the annotation of the whole clip'),
  createdObjects: about(listOf(CreatedObject), 'resources that the request created'),
  syncReport: about(SyncReport, 'what was created and what was matched'),
  uploadId: Type.Optional(about(Type.String(), 'id of the upload; absent for placeholders')),
  location: Type.Optional(
    Type.String({ description: 'address for chunks; append `&position=`; needs no other token' }),
  ),
  position: Type.Optional(about(Long, 'first byte to send; more than 0 when an upload is continued')),
})
export type FileUploadResponse = Type.Static<typeof FileUploadResponse>

/** In a list: the answer, or in its place the error of a request that nothing was kept of. */
const FileUploadOutcome = shape('FileUploadOutcome', {
  ...optionalMembers(FileUploadResponse.properties),
  error: Type.Optional(about(ErrorBodyShape, 'why this request failed, in a list of requests')),
})
export type FileUploadOutcome = Type.Static<typeof FileUploadOutcome>

/** One answer, or one for each request in their order. */
export const FileUploadResponses = documentedAs(
  Type.Union([FileUploadResponse, listOf(FileUploadOutcome, mostClips)]),
  listOf(FileUploadOutcome, mostClips),
  'the results, in the order of the requests; a single FileUploadResponse when a single request was sent',
)
export type FileUploadResponses = Type.Static<typeof FileUploadResponses>

/** A range of bytes, `[start, end)`. */
const Range = Type.Unsafe<[number, number]>(Type.Array(Long, { minItems: 2, maxItems: 2 }))

/** How far an upload is. */
export const UploadState = shape('UploadState', {
  uploadId: about(Type.String(), 'id of the upload; absent for placeholders'),
  mediaObjectId: about(Id, 'id of the clip that is being uploaded'),
  size: about(Long, 'announced size of the file in bytes'),
  received: Type.Array(Range, { description: 'sorted ranges [start, end) in bytes' }),
  missing: Type.Array(Range, { description: 'sorted ranges [start, end) in bytes' }),
  complete: about(Flag, 'whether all bytes have arrived'),
  closed: about(Flag, 'whether the upload was ended by a close'),
  expires: Type.Optional(about(Instant, 'when the upload is abandoned, in epoch milliseconds')),
  location: Type.Optional(Type.String({ description: 'where chunks go, while the upload is open' })),
})
export type UploadState = Type.Static<typeof UploadState>

export const CloseRequest = shape('CloseRequest', {
  skipIngest: Type.Optional(about(Flag, 'whether the clip gets its original without being ingested')),
  skipVerification: Type.Optional(about(Flag, 'whether the `hash` of the request is not compared with the bytes')),
})
export type CloseRequest = Type.Static<typeof CloseRequest>
