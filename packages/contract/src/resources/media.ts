import Type from 'typebox'
import { Flag, FreeForm, Id, Instant, Int, Long, listOf, Name, oneOf, resource, setOf, shape, Text } from '../shapes.ts'

/** What a clip is; `PENDING` until its bytes are there and have been probed. */
export const mediaObjectTypes = ['IMAGE', 'DOCUMENT', 'PENDING', 'AUDIO', 'VIDEO', 'SNIPPET', 'PACKAGE'] as const
export type MediaObjectType = (typeof mediaObjectTypes)[number]

/** What an instance is to its clip: `RAW` the original, `PROXY` what a browser plays, the rest pictures and such. */
export const instanceTypes = [
  'RAW',
  'PROXY',
  'EDL',
  'THUMB',
  'THUMB_SHOT',
  'SHOTSTITCH',
  'STITCH',
  'THUMB_SIXTY',
  'WAVEFORM',
  'ATTACHMENT',
] as const
export type InstanceType = (typeof instanceTypes)[number]

/** Frames per second as a fraction; the spelling is that of the original service. */
export const SampleRate = shape('SampleRate', { numerator: Int, denumerator: Int, drop_frame: Type.Optional(Flag) })
export type SampleRate = Type.Static<typeof SampleRate>

/** A timecode: the frame count from 00:00:00:00, how frames are labelled, and the label. */
export const SMPTETimePoint = shape('SMPTETimePoint', {
  frames: Long,
  sampleRate: SampleRate,
  dropFrame: Flag,
  text: Type.Optional(Type.String({ description: 'HH:MM:SS:FF; absent at rates that have no timecode' })),
})
export type SMPTETimePoint = Type.Static<typeof SMPTETimePoint>

export const trackTypes = ['VIDEO', 'AUDIO', 'SUBTITLE', 'DATA', 'IMAGE', 'DOCUMENT'] as const

/** Members of a track that describe it; durations in seconds, positions in frames. */
export const trackFields = {
  type: oneOf(...trackTypes),
  index: Type.Optional(Int),
  number: Type.Optional(Int),
  name: Type.Optional(Name),
  language: Type.Optional(Name),
  codingFormat: Type.Optional(Name),
  codingProfile: Type.Optional(Name),
  duration: Type.Optional(Type.Number({ description: 'seconds' })),
  fps: Type.Optional(SampleRate),
  start: Type.Optional(Long),
  end: Type.Optional(Long),
  width: Type.Optional(Int),
  height: Type.Optional(Int),
  subsampling: Type.Optional(Name),
  channels: Type.Optional(Int),
  samplingFrequency: Type.Optional(Type.Number()),
  bits_per_sample: Type.Optional(Int),
  getkBitRate: Type.Optional(Type.Number({ description: 'kilobits per second' })),
  timecodeOffset: Type.Optional(Long),
  stitchCount: Type.Optional(Int),
  stitchX: Type.Optional(Int),
  stitchY: Type.Optional(Int),
  skip: Type.Optional(Type.Integer({ description: 'frames from one picture of a sprite to the next' })),
  format: Type.Optional(FreeForm),
} as const

/** What is known of a track before it has an id. */
export const TrackDescription = shape('TrackDescription', trackFields)
export type TrackDescription = Type.Static<typeof TrackDescription>

/** One stream of an instance. */
export const MediaObjectTrack = resource('MediaObjectTrack', {
  ...trackFields,
  productionId: Type.Optional(Id),
  mediaObjectInstanceId: Type.Optional(Id),
})
export type MediaObjectTrack = Type.Static<typeof MediaObjectTrack>

/** One file of a clip: the original, or something made from it. Its bytes never change. */
export const MediaObjectInstance = resource('MediaObjectInstance', {
  productionId: Type.Optional(Id),
  mediaObjectId: Id,
  type: oneOf(...instanceTypes),
  mimeType: Type.Optional(Name),
  size: Type.Optional(Long),
  fileName: Type.Optional(Name),
  description: Type.Optional(Text),
  profile: Type.Optional(Name),
  quality: Type.Optional(oneOf('LOW', 'MEDIUM', 'HIGH', 'ULTRA')),
  duration: Type.Optional(Type.Number({ description: 'seconds' })),
  materialUploadComplete: Type.Optional(Instant),
  materialInfo: Type.Optional(FreeForm),
  mediaInfo: Type.Optional(FreeForm),
  sourceMediaObjectInstanceId: Type.Optional(Id),
  tracks: Type.Optional(setOf(MediaObjectTrack)),
})
export type MediaObjectInstance = Type.Static<typeof MediaObjectInstance>

/** Members of a clip. */
export const mediaObjectFields = {
  productionId: Type.Optional(Id),
  name: Type.Optional(Name),
  type: Type.Optional(oneOf(...mediaObjectTypes)),
  umid: Type.Optional(Name),
  packageId: Type.Optional(Id),
  duration: Type.Optional(Type.Integer({ format: 'int64', description: 'whole seconds' })),
  durationSeconds: Type.Optional(Type.Number()),
  sampleRate: Type.Optional(SampleRate),
  timecode: Type.Optional(SMPTETimePoint),
  timecodeFrames: Type.Optional(Long),
  growing: Type.Optional(Flag),
  keyFrame: Type.Optional(Long),
  proxyOnline: Type.Optional(Flag),
  workflowId: Type.Optional(Type.String({ description: 'the ingest workflow' })),
  createdByShareId: Type.Optional(Id),
  createdBySharedUserId: Type.Optional(Id),
  annotations: Type.Optional(setOf(Type.Unknown())),
  mediaObjectInstances: Type.Optional(setOf(MediaObjectInstance)),
  tracks: Type.Optional(setOf(MediaObjectTrack)),
  wfr: Type.Optional(setOf(Type.Unknown())),
} as const

/** A clip. */
export const MediaObject = resource('MediaObject', mediaObjectFields)
export type MediaObject = Type.Static<typeof MediaObject>

/** Largest picture that may become a clip's screenshot. */
export const screenshotLimitBytes = 5 * 1024 * 1024

/** A picture as a list of bytes, signed (as Java writes them) or unsigned, or as base64 text. */
export const PictureBytes = Type.Union([
  listOf(Type.Integer({ minimum: -128, maximum: 255 }), screenshotLimitBytes),
  Type.String({ maxLength: Math.ceil(screenshotLimitBytes / 3) * 4 + 4 }),
])
export type PictureBytes = Type.Static<typeof PictureBytes>

/** A picture for a clip in place of the one made by ingest; what it is, is judged by its content. */
export const ScreenshotUpdateRequest = shape('ScreenshotUpdateRequest', {
  screenshot: PictureBytes,
  screenshotType: Type.Optional(Name),
})
export type ScreenshotUpdateRequest = Type.Static<typeof ScreenshotUpdateRequest>
