import Type from 'typebox'
import { listNames, subtitleFormats } from '../files/subtitle-formats.ts'
import {
  about,
  Flag,
  FreeForm,
  Id,
  Int,
  listOf,
  Name,
  oneOf,
  StartOfProgramme,
  shape,
  TimesBase,
  Unroll,
} from '../shapes.ts'

/** Largest file that comes within a request, in bytes: as large as the readers take. */
export const inputFileLimitBytes = 16 * 1024 * 1024
/** The same in base64. */
const contentLimit = Math.ceil(inputFileLimitBytes / 3) * 4

/** A file to read, from one of four places. */
export const InputFileResource = shape('InputFileResource', {
  fileResourceId: Type.Optional(about(Id, 'id of a file resource of the production or its account')),
  mediaObjectInstanceId: Type.Optional(Type.Integer({ ...Id, description: 'a file of any clip of the production' })),
  url: Type.Optional(Type.String({ maxLength: 10_000, description: 'http or https; redirects are not followed' })),
  content: Type.Optional(
    Type.String({ maxLength: contentLimit, description: 'the bytes of the file in base64; needs `fileName`' }),
  ),
  fileName: Type.Optional(about(Name, 'name of the file; its extension helps to tell the format')),
  format: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `${listNames(subtitleFormats)}, or a media type of these; told from the bytes when absent`,
    }),
  ),
  encoding: Type.Optional(
    Type.String({ maxLength: 100, description: 'of text, as `windows-1252`; told from the bytes when absent' }),
  ),
  timeBase: Type.Optional(TimesBase),
  startOfProgramme: Type.Optional(StartOfProgramme),
  unroll: Type.Optional(Unroll),
})
export type InputFileResource = Type.Static<typeof InputFileResource>

const Rate = shape('SourceFrameRate', {
  numerator: about(Int, 'numerator of the rate in frames per second'),
  denumerator: Type.Optional(about(Int, 'denominator of the rate; 1 when absent')),
  drop_frame: Type.Optional(about(Flag, 'whether timecode labels drop frames; false when absent')),
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
  type: about(
    oneOf('offset', 'linear', 'piecewise'),
    '`offset` moves by frames, `linear` scales, `piecewise` follows several anchors',
  ),
  offsetFrames: Type.Optional(about(Frame, 'frames to add to all times; with `offset`')),
  factor: Type.Optional(
    Type.Union(
      [
        Type.Number(),
        shape('TimingFactor', {
          num: about(Int, 'numerator of the factor, a whole number'),
          den: about(Int, 'denominator of the factor, not zero'),
        }),
      ],
      {
        description: 'factor for all times; with `linear`, and without `anchors`',
      },
    ),
  ),
  anchors: Type.Optional(
    about(
      listOf(
        shape('TimingAnchor', {
          from: about(Frame, 'frame at which the subtitle is now'),
          to: about(Frame, 'frame at which it should be'),
        }),
      ),
      'pairs of frames that determine the correction; two or more',
    ),
  ),
  startFrame: Type.Optional(about(Frame, 'first frame whose subtitles are moved; the beginning when absent')),
  endFrame: Type.Optional(about(Frame, 'frame after the last one whose subtitles are moved; the end when absent')),
})
export type SubtitleTimingCorrection = Type.Static<typeof SubtitleTimingCorrection>

/** What an automatic run is to make, and of what (subtitles-42). */
export const AdvancedSubtitleRequest = shape('AdvancedSubtitleRequest', {
  language: Type.Optional(
    Type.String({ maxLength: 100, description: 'language of the subtitles as a BCP 47 tag; required' }),
  ),
  subtitlePresetId: Type.Optional(
    about(Type.String({ maxLength: 200 }), 'id of the subtitle preset; subtitles without a preset when absent'),
  ),
  importFileResource: Type.Optional(about(InputFileResource, 'subtitle file to import, instead of using a transcript')),
  generateSubtitleFromTranscript: Type.Optional(
    Type.Boolean({
      description:
        'true: fails without a transcript; false: none are made of it; absent: they are made where there is one',
    }),
  ),
  generateTranscriptFromASR: Type.Optional(about(Flag, 'whether a speech engine creates a transcript first')),
  generateTranscriptFromASA: Type.Optional(
    about(Flag, 'whether a known text is aligned with the speech as a transcript first'),
  ),
  speechAlignmentFileResource: Type.Optional(
    about(InputFileResource, 'file with the text to align; with `generateTranscriptFromASA`'),
  ),
  overwriteSubtitleAllowed: Type.Optional(
    about(Flag, 'whether existing subtitles are replaced; otherwise the task fails'),
  ),
  overwriteTranscriptAllowed: Type.Optional(
    about(Flag, 'whether an existing transcript is replaced; otherwise the task fails'),
  ),
  removeBlankSubtitles: Type.Optional(about(Flag, 'whether imported subtitles without text are dropped')),
  applyFrameRateConversion: Type.Optional(
    about(Flag, 'whether times are converted from the rate of the source to that of the clip'),
  ),
  frameRateConversionOptions: Type.Optional(
    about(FrameRateConversionOptions, 'from which rate times are converted, and how'),
  ),
  subtitleTimingCorrections: Type.Optional(
    about(listOf(SubtitleTimingCorrection, 1000), 'corrections of the times, applied in order'),
  ),
  applyShotAlignment: Type.Optional(about(Flag, 'whether times snap to detected shot boundaries')),
  applySpeakerIds: Type.Optional(about(Flag, 'whether subtitles get a color for each speaker')),
  subtitlingConfiguration: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'members of a preset that count more than its own' }),
  ),
  transcriptionLanguage: Type.Optional(
    Type.String({ maxLength: 100, description: 'language of the transcript; that of the subtitles when absent' }),
  ),
  transcriptionSpeechEngine: Type.Optional(about(Name, 'name of the speech engine; the default engine when absent')),
  transcriptionEngineConfiguration: Type.Optional(
    about(FreeForm, 'options for the speech engine, such as `model` and `prompt`'),
  ),
  transcriptionDictionaryId: Type.Optional(about(Id, 'id of a thesaurus with names and terms to expect')),
})
export type AdvancedSubtitleRequest = Type.Static<typeof AdvancedSubtitleRequest>
