import Type from 'typebox'
import {
  about,
  addressedResource,
  alwaysWith,
  DeletionTime,
  documentedAs,
  Flag,
  FreeForm,
  Id,
  Instant,
  Int,
  Long,
  listOf,
  Name,
  oneOf,
  setOf,
  shape,
  storedResource,
  Text,
} from '../shapes.ts'

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
export const SampleRate = shape('SampleRate', {
  numerator: about(Int, 'numerator of the rate in frames per second, for example 30000'),
  denumerator: about(Int, 'denominator of the rate, for example 1001'),
  drop_frame: Type.Optional(about(Flag, 'whether timecode labels drop frames; false when absent')),
})
export type SampleRate = Type.Static<typeof SampleRate>

/** When the pictures of a clip are shown. */
export const FrameTimesMap = shape('FrameTimesMap', {
  times: Type.Array(Type.Integer({ minimum: 0 }), {
    description: 'when each picture of the proxy is shown, in milliseconds from the first one; it lasts until the next',
  }),
  end: Type.Integer({ minimum: 0, description: 'end of the last picture, in milliseconds from the first one' }),
})
export type FrameTimesMap = Type.Static<typeof FrameTimesMap>

/** A timecode: the frame count from 00:00:00:00, how frames are labelled, and the label. */
export const SMPTETimePoint = shape('SMPTETimePoint', {
  frames: about(Long, 'number of frames since 00:00:00:00'),
  sampleRate: about(SampleRate, 'rate of the timecode in frames per second'),
  dropFrame: about(Flag, 'whether the label uses drop frame counting'),
  text: Type.Optional(Type.String({ description: 'label as HH:MM:SS:FF; absent at rates that have no timecode' })),
})
export type SMPTETimePoint = Type.Static<typeof SMPTETimePoint>

export const trackTypes = ['VIDEO', 'AUDIO', 'SUBTITLE', 'DATA', 'IMAGE', 'DOCUMENT'] as const

/** Members of a track that describe it; durations in seconds, positions in frames. */
export const trackFields = {
  type: about(oneOf(...trackTypes), 'what kind of stream the track holds'),
  index: Type.Optional(about(Int, 'position of the stream in the file, from 0')),
  number: Type.Optional(about(Int, 'number of the track among those of its type, from 1')),
  name: Type.Optional(about(Name, 'title of the track as the file has it')),
  language: Type.Optional(about(Name, 'language of the track as the file names it')),
  codingFormat: Type.Optional(about(Name, 'name of the codec, for example `h264`')),
  codingProfile: Type.Optional(about(Name, 'profile of the codec, for example `High`')),
  duration: Type.Optional(Type.Number({ description: 'length in seconds, with fractions' })),
  fps: Type.Optional(about(SampleRate, 'frames per second as a fraction')),
  start: Type.Optional(about(Long, 'first frame of the track, included')),
  end: Type.Optional(about(Long, 'frame after the last one of the track')),
  width: Type.Optional(about(Int, 'width of the picture in pixels')),
  height: Type.Optional(about(Int, 'height of the picture in pixels')),
  subsampling: Type.Optional(about(Name, 'chroma subsampling and pixel format, for example `yuv420p`')),
  channels: Type.Optional(about(Int, 'number of audio channels')),
  samplingFrequency: Type.Optional(about(Type.Number(), 'audio samples per second, in hertz')),
  bits_per_sample: Type.Optional(about(Int, 'bits of one audio sample or color component')),
  getkBitRate: Type.Optional(Type.Number({ description: 'bit rate in kilobits per second' })),
  timecodeOffset: Type.Optional(about(Long, 'frames from 00:00:00:00 to the first frame of the track')),
  stitchCount: Type.Optional(about(Int, 'number of pictures in a sprite sheet')),
  stitchX: Type.Optional(about(Int, 'number of columns of a sprite sheet')),
  stitchY: Type.Optional(about(Int, 'number of rows of a sprite sheet')),
  skip: Type.Optional(Type.Integer({ description: 'frames from one picture of a sprite to the next' })),
  format: Type.Optional(about(FreeForm, 'further technical facts, free-form')),
} as const

/** What is known of a track before it has an id. */
export const TrackDescription = shape('TrackDescription', trackFields)
export type TrackDescription = Type.Static<typeof TrackDescription>

/** One stream of an instance. */
export const MediaObjectTrack = storedResource('MediaObjectTrack', {
  ...trackFields,
  productionId: about(Id, 'id of the production that contains it'),
  mediaObjectInstanceId: about(Id, 'id of the instance that contains the track'),
})
export type MediaObjectTrack = Type.Static<typeof MediaObjectTrack>

/** One file of a clip: the original, or something made from it. Its bytes never change. */
export const MediaObjectInstance = addressedResource('MediaObjectInstance', {
  productionId: about(Id, 'id of the production that contains it'),
  mediaObjectId: about(Id, 'id of the clip (media object) to which the file belongs'),
  type: about(oneOf(...instanceTypes), 'what the file is to the clip: RAW is the original, PROXY plays in browsers'),
  mimeType: about(Name, 'media type of the file, for example `video/mp4`'),
  size: about(Long, 'size of the file in bytes'),
  fileName: Type.Optional(about(Name, 'name of the file, without folders')),
  description: Type.Optional(about(Text, 'text about the file, for example how it was made')),
  profile: Type.Optional(about(Name, 'name of the profile with which ingest made the file')),
  quality: Type.Optional(
    about(oneOf('LOW', 'MEDIUM', 'HIGH', 'ULTRA'), 'quality of a proxy relative to other proxies'),
  ),
  duration: Type.Optional(Type.Number({ description: 'length in seconds, with fractions' })),
  materialUploadComplete: about(Instant, 'when all bytes had arrived, in epoch milliseconds'),
  materialInfo: about(FreeForm, 'facts about the storage of the file, free-form'),
  mediaInfo: about(FreeForm, 'what probing found in the file, free-form'),
  sourceMediaObjectInstanceId: Type.Optional(about(Id, 'id of the instance from which this file was made')),
  tracks: about(setOf(MediaObjectTrack), 'the streams that the file contains'),
})
export type MediaObjectInstance = Type.Static<typeof MediaObjectInstance>

/** Members of a clip. */
export const mediaObjectFields = {
  productionId: Type.Optional(about(Id, 'id of the production that contains it')),
  name: Type.Optional(about(Name, 'name of the clip that lists show')),
  type: Type.Optional(about(oneOf(...mediaObjectTypes), 'what the clip is; PENDING until its original was probed')),
  umid: Type.Optional(about(Name, 'unique material identifier from the camera or another system')),
  packageId: Type.Optional(about(Id, 'id of the package to which the clip belongs')),
  duration: Type.Optional(Type.Integer({ format: 'int64', description: 'length of the clip in whole seconds' })),
  durationSeconds: Type.Optional(about(Type.Number(), 'length of the clip in seconds, with fractions')),
  sampleRate: Type.Optional(about(SampleRate, 'frames per second of the clip as a fraction')),
  timecode: Type.Optional(about(SMPTETimePoint, 'timecode of the first frame of the clip')),
  timecodeFrames: Type.Optional(about(Long, 'frames from 00:00:00:00 to the first frame of the clip')),
  growing: Type.Optional(about(Flag, 'whether the original is still being uploaded and already plays')),
  keyFrame: Type.Optional(about(Long, 'frame that represents the clip, from 0')),
  proxyOnline: Type.Optional(about(Flag, 'whether a file exists that browsers can play')),
  workflowId: Type.Optional(Type.String({ description: 'id of the workflow that ingests the clip' })),
  createdByShareId: Type.Optional(about(Id, 'id of the share through which a visitor created the clip')),
  createdBySharedUserId: Type.Optional(about(Id, 'id of the identified visitor who created the clip')),
  annotations: Type.Optional(about(setOf(Type.Unknown()), 'annotations of the clip; only where they were requested')),
  mediaObjectInstances: Type.Optional(
    about(setOf(MediaObjectInstance), 'files of the clip: the original and what was made from it'),
  ),
  tracks: Type.Optional(about(setOf(MediaObjectTrack), 'streams of the original file')),
  wfr: Type.Optional(about(setOf(Type.Unknown()), 'reports of workflows of the clip; only where they were requested')),
} as const

/** The same, of which every clip has these. */
export const storedMediaObjectFields = alwaysWith(
  mediaObjectFields,
  'productionId',
  'name',
  'type',
  'growing',
  'proxyOnline',
)

/** A clip. */
export const MediaObject = addressedResource('MediaObject', {
  ...storedMediaObjectFields,
  deleted: DeletionTime,
})
export type MediaObject = Type.Static<typeof MediaObject>

/** Largest picture that may become a clip's screenshot. */
export const screenshotLimitBytes = 5 * 1024 * 1024

/** A picture as a list of bytes, signed (as Java writes them) or unsigned, or as base64 text. */
export const PictureBytes = documentedAs(
  Type.Union([
    listOf(Type.Integer({ minimum: -128, maximum: 255 }), screenshotLimitBytes),
    Type.String({ maxLength: Math.ceil(screenshotLimitBytes / 3) * 4 + 4 }),
  ]),
  Type.String({ maxLength: Math.ceil(screenshotLimitBytes / 3) * 4 + 4 }),
  'the picture in base64, at most 5 MiB; a list of its bytes is accepted too',
)
export type PictureBytes = Type.Static<typeof PictureBytes>

/** A picture for a clip in place of the one made by ingest; what it is, is judged by its content. */
export const ScreenshotUpdateRequest = shape('ScreenshotUpdateRequest', {
  screenshot: PictureBytes,
  screenshotType: Type.Optional(about(Name, 'media type of the picture; ignored, since the content decides')),
})
export type ScreenshotUpdateRequest = Type.Static<typeof ScreenshotUpdateRequest>
