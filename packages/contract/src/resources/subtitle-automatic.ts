import Type from 'typebox'
import { Flag, FreeForm, Id, Int, listOf, Name, oneOf, shape } from '../shapes.ts'

/** Largest file that comes within a request, in bytes: as large as the readers take. */
export const inputFileLimitBytes = 16 * 1024 * 1024
/** The same in base64. */
const contentLimit = Math.ceil(inputFileLimitBytes / 3) * 4

/** A file to read, from one of four places. */
export const InputFileResource = shape('InputFileResource', {
  fileResourceId: Type.Optional(Id),
  mediaObjectInstanceId: Type.Optional(Type.Integer({ ...Id, description: 'a file of any clip of the production' })),
  url: Type.Optional(Type.String({ maxLength: 10_000, description: 'http or https; redirects are not followed' })),
  content: Type.Optional(Type.String({ maxLength: contentLimit, description: 'base64; with `fileName`' })),
  fileName: Type.Optional(Name),
  format: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        '`srt`, `webvtt`, `ebustl`, `ebuttd` or `ebutt`, or a media type of these; told from the bytes when absent',
    }),
  ),
  encoding: Type.Optional(
    Type.String({ maxLength: 100, description: 'of text, as `windows-1252`; told from the bytes when absent' }),
  ),
})
export type InputFileResource = Type.Static<typeof InputFileResource>

const Rate = shape('SourceFrameRate', {
  numerator: Int,
  denumerator: Type.Optional(Int),
  drop_frame: Type.Optional(Flag),
})

/** From what rate the times come; they go to that of the clip. */
export const FrameRateConversionOptions = shape('FrameRateConversionOptions', {
  sourceFrameRate: Type.Optional(
    Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 1000 }), Rate], {
      description: 'as a fraction, or as a number: 29.97 means 30000/1001',
    }),
  ),
  sourceDropFrame: Type.Optional(
    Type.Boolean({ description: 'that clock times are timecode labels of the source, with or without drop frame' }),
  ),
  sourceStartTimecode: Type.Optional(
    Type.String({ maxLength: 20, description: 'HH:MM:SS:FF of the first frame of the source' }),
  ),
  mode: Type.Optional(
    Type.Enum(['resample', 'retime'], {
      description: '`resample` (when absent) keeps the clock, `retime` the frames, as for a film that runs faster',
    }),
  ),
})
export type FrameRateConversionOptions = Type.Static<typeof FrameRateConversionOptions>

const Frame = Type.Integer({ minimum: -(2 ** 40), maximum: 2 ** 40 })

/** Moves the subtitles that begin in `[startFrame, endFrame)`, or all of them; frames of the clip. */
export const SubtitleTimingCorrection = shape('SubtitleTimingCorrection', {
  type: oneOf('offset', 'linear', 'piecewise'),
  offsetFrames: Type.Optional(Frame),
  factor: Type.Optional(
    Type.Union([Type.Number(), shape('TimingFactor', { num: Int, den: Int })], {
      description: 'with `linear`, and without `anchors`',
    }),
  ),
  anchors: Type.Optional(listOf(shape('TimingAnchor', { from: Frame, to: Frame }))),
  startFrame: Type.Optional(Frame),
  endFrame: Type.Optional(Frame),
})
export type SubtitleTimingCorrection = Type.Static<typeof SubtitleTimingCorrection>

/** What an automatic run is to make, and of what ("AdvancedSubtitleRequest"). */
export const AdvancedSubtitleRequest = shape('AdvancedSubtitleRequest', {
  language: Type.Optional(Type.String({ maxLength: 100, description: 'BCP 47; needed' })),
  subtitlePresetId: Type.Optional(Type.String({ maxLength: 200 })),
  importFileResource: Type.Optional(InputFileResource),
  generateSubtitleFromTranscript: Type.Optional(
    Type.Boolean({
      description:
        'true: fails without a transcript; false: none are made of it; absent: they are made where there is one',
    }),
  ),
  generateTranscriptFromASR: Type.Optional(Flag),
  generateTranscriptFromASA: Type.Optional(Flag),
  speechAlignmentFileResource: Type.Optional(InputFileResource),
  overwriteSubtitleAllowed: Type.Optional(Flag),
  overwriteTranscriptAllowed: Type.Optional(Flag),
  removeBlankSubtitles: Type.Optional(Flag),
  applyFrameRateConversion: Type.Optional(Flag),
  frameRateConversionOptions: Type.Optional(FrameRateConversionOptions),
  subtitleTimingCorrections: Type.Optional(listOf(SubtitleTimingCorrection, 1000)),
  applyShotAlignment: Type.Optional(Flag),
  applySpeakerIds: Type.Optional(Flag),
  subtitlingConfiguration: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'members of a preset that count more than its own' }),
  ),
  transcriptionLanguage: Type.Optional(
    Type.String({ maxLength: 100, description: 'of the transcript; that of the subtitles when absent' }),
  ),
  transcriptionSpeechEngine: Type.Optional(Name),
  transcriptionEngineConfiguration: Type.Optional(FreeForm),
  transcriptionDictionaryId: Type.Optional(Id),
})
export type AdvancedSubtitleRequest = Type.Static<typeof AdvancedSubtitleRequest>
