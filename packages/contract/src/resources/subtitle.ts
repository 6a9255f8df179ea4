import Type from 'typebox'
import type { FileBody } from '../endpoint.ts'
import {
  about,
  alwaysWith,
  Flag,
  FreeForm,
  Int,
  listOf,
  Name,
  oneOf,
  replacement,
  resource,
  shape,
  Text,
} from '../shapes.ts'
import { annotationFields, structuredAnnotationFields } from './annotation.ts'

/** Most subtitles of one language and preset: more than two days of speech. */
export const mostSubtitles = 50_000

const Handle = Type.String({ maxLength: 200 })
const Frame = Type.Integer({ format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Percent = Type.Number({ minimum: 0, maximum: 100 })
const Point = Type.Object({
  x: about(Percent, 'distance from the left edge in percent of the width'),
  y: about(Percent, 'distance from the top edge in percent of the height'),
})
const Notes = listOf(Text, 1000)

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export type JsonObject = { readonly [name: string]: JsonValue }

/** What one file format knows and the others do not, under the id of that format. */
const Extensions = Type.Unsafe<Record<string, JsonObject>>(Type.Record(Type.String(), FreeForm))

const Colour = Type.Unsafe<`#${string}`>({
  type: 'string',
  pattern: '^#[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?$',
  description: '#rrggbb, or #rrggbbaa with an opacity',
})

/** How a run of text looks; members that are not named here are kept and have no meaning for the service. */
const styleMembers = {
  bold: Type.Optional(about(Flag, 'whether the text is bold')),
  italic: Type.Optional(about(Flag, 'whether the text is italic')),
  underline: Type.Optional(about(Flag, 'whether the text is underlined')),
  strikeThrough: Type.Optional(about(Flag, 'whether the text is struck through')),
  colour: Type.Optional(about(Colour, 'color of the text as #rrggbb, or #rrggbbaa with an opacity')),
  backgroundColour: Type.Optional(about(Colour, 'color behind the text as #rrggbb or #rrggbbaa')),
  /** Twice as high as wide, as most teletext subtitles are. */
  doubleHeight: Type.Optional(about(Flag, 'whether letters are twice as high as wide, as in teletext')),
  fontFamily: Type.Optional(about(Name, 'name of the font family')),
  fontSize: Type.Optional(about(Name, 'size of the font as the source format writes it')),
  speaker: Type.Optional(about(Name, 'name of the speaker; absent when unknown')),
  language: Type.Optional(about(Handle, 'language of the run as a BCP 47 tag')),
  classes: Type.Optional(about(listOf(Name, 100), 'names of WebVTT classes of the run')),
  ruby: Type.Optional(about(oneOf('base', 'text'), 'whether the run is ruby text or its base')),
} as const
export type SubtitleStyle = Type.Static<Type.TObject<typeof styleMembers>>

/** A run of text, or a line break (`type` `lineBreak`, `content` a newline); a newline in a text is a line break too. */
export const SubtitleTextPart = Type.Object(
  {
    content: about(Type.String({ maxLength: 10_000 }), 'the text; a newline is a line break'),
    type: Type.Optional(Type.String({ maxLength: 200, description: '`text`, the default, or `lineBreak`' })),
    style: Type.Optional(
      about(
        Type.Unsafe<SubtitleStyle | null>({ ...Type.Object(styleMembers), type: ['object', 'null'] }),
        'how the run looks; the preset decides when absent or null',
      ),
    ),
    /** Frames: the run appears later, or disappears earlier, than the subtitle. */
    start: Type.Optional(about(Frame, 'frame at which the run appears, when later than the subtitle')),
    end: Type.Optional(about(Frame, 'frame at which the run disappears, when earlier than the subtitle')),
    ext: Type.Optional(about(Extensions, 'what only one file format knows, by the id of the format')),
  },
  { title: 'SubtitleTextPart' },
)
export type SubtitleTextPart = Type.Static<typeof SubtitleTextPart>

/** Where in its region a subtitle stands, in the terms of WebVTT. */
const SubtitleLayout = shape('SubtitleLayout', {
  writingMode: Type.Optional(
    about(oneOf('vertical-rl', 'vertical-lr'), 'direction of vertical text; horizontal when absent'),
  ),
  line: Type.Optional(
    about(
      shape('SubtitleLine', {
        unit: about(oneOf('lines', 'percent'), 'whether `value` counts lines or percent of the height'),
        value: about(
          Type.Number({ minimum: -1e9, maximum: 1e9 }),
          'position of the first line; negative lines count from the bottom',
        ),
        align: Type.Optional(about(oneOf('start', 'center', 'end'), 'which edge of the box the position refers to')),
      }),
      'vertical position of the subtitle, as in WebVTT',
    ),
  ),
  position: Type.Optional(
    about(
      shape('SubtitlePosition', {
        percent: about(Percent, 'horizontal position in percent of the width'),
        align: Type.Optional(
          about(oneOf('line-left', 'center', 'line-right'), 'which edge of the box the position refers to'),
        ),
      }),
      'horizontal position of the subtitle, as in WebVTT',
    ),
  ),
  size: Type.Optional(about(Percent, 'width of the box in percent of the picture')),
  textAlign: Type.Optional(
    about(oneOf('start', 'center', 'end', 'left', 'right'), 'alignment of the lines within the box'),
  ),
})
export type SubtitleLayout = Type.Static<typeof SubtitleLayout>

/** One subtitle: frames `[start, end)` of the clip. Members that are not named here are kept. */
export const SubtitleEntry = Type.Object(
  {
    start: about(Frame, 'first frame of the subtitle, included'),
    end: about(Frame, 'frame after the last one of the subtitle'),
    region: Type.Optional(about(Handle, 'id of the region in which the subtitle appears')),
    textParts: Type.Optional(about(listOf(SubtitleTextPart, 1000), 'styled runs of text, in reading order')),
    confidence: Type.Optional(about(Type.Number(), 'confidence of recognition from 0 to 1')),
    warnings: Type.Optional(about(listOf(FreeForm, 1000), 'broken quality rules of the preset, set by the service')),
    /** What files carry beside it: a cue's identifier, place, notes, and whether it is a comment not for broadcast. */
    id: Type.Optional(about(Name, 'identifier of the cue in a file')),
    layout: Type.Optional(about(SubtitleLayout, 'position of the subtitle on the frame, in terms of WebVTT')),
    notes: Type.Optional(about(Notes, 'comments of the file that are not shown')),
    hidden: Type.Optional(about(Flag, 'whether it is a comment that is not for broadcast')),
    ext: Type.Optional(about(Extensions, 'what only one file format knows, by the id of the format')),
  },
  { title: 'SubtitleEntry' },
)
export type SubtitleEntry = Type.Static<typeof SubtitleEntry>

/** A region that a file brought with it, beside those of the preset; percentages of the picture. */
export const SubtitleRegion = Type.Object(
  {
    id: about(Handle, 'identifier of the region, which subtitles name'),
    width: Type.Optional(about(Percent, 'width in percent of the picture')),
    lines: Type.Optional(about(Type.Integer({ minimum: 0, maximum: 1000 }), 'height as a number of lines')),
    regionAnchor: Type.Optional(about(Point, 'point of the region that is placed, in percent')),
    viewportAnchor: Type.Optional(about(Point, 'point of the picture where it is placed, in percent')),
    scroll: Type.Optional(about(oneOf('up'), '`up` scrolls new lines in; no scrolling when absent')),
    origin: Type.Optional(about(Point, 'top left corner in percent of the picture')),
    extent: Type.Optional(
      about(
        Type.Object({
          width: about(Percent, 'width in percent of the picture'),
          height: about(Percent, 'height in percent of the picture'),
        }),
        'width and height in percent of the picture',
      ),
    ),
    displayAlign: Type.Optional(
      about(oneOf('before', 'center', 'after'), 'vertical alignment of the lines within the region'),
    ),
    ext: Type.Optional(about(Extensions, 'what only one file format knows, by the id of the format')),
  },
  { title: 'SubtitleRegion' },
)

/** All subtitles of a clip in one language and preset, in the order of their starts. */
export const SubtitleObject = Type.Object(
  {
    subtitles: about(listOf(SubtitleEntry, mostSubtitles), 'the subtitles in the order of their start'),
    subtitlePresetId: Type.Optional(about(Handle, 'id of the subtitle preset; absent without a preset')),
    /** What the reader of an imported file had to repair. */
    warnings: Type.Optional(about(listOf(FreeForm, 1000), 'what the reader of an imported file repaired')),
    regions: Type.Optional(
      about(listOf(SubtitleRegion, 1000), 'regions that came with a file, in addition to those of the preset'),
    ),
    styleSheets: Type.Optional(about(listOf(Text, 1000), 'style sheets that came with a WebVTT file')),
    notes: Type.Optional(about(Notes, 'comments of the file that are not shown')),
    ext: Type.Optional(about(Extensions, 'what only one file format knows, by the id of the format')),
  },
  { title: 'SubtitleObject' },
)
export type SubtitleObject = Type.Static<typeof SubtitleObject>

const PresetRegion = shape('SubtitlePresetRegion', {
  id: about(Handle, 'id of the region, which subtitles name'),
  vertical: Type.Optional(about(oneOf('top', 'middle', 'bottom'), 'which part of the picture it is in')),
  row: Type.Optional(about(Int, 'row of teletext, 1 to 23')),
  linePercent: Type.Optional(about(Percent, 'distance from the top edge in percent of the height')),
  align: Type.Optional(about(oneOf('left', 'center', 'right'), 'alignment of its lines')),
})

const PresetStyling = shape('SubtitlePresetStyling', {
  fontFamily: Type.Optional(about(Name, 'name of the font family')),
  fontSize: Type.Optional(about(Name, 'size of the font with its unit, as `80%`')),
  colour: Type.Optional(about(Colour, 'color of text that has none of its own')),
  backgroundColour: Type.Optional(about(Colour, 'color behind text that has none of its own')),
  justification: about(oneOf('left', 'centered', 'right'), 'alignment of lines where neither subtitle nor region says'),
  region: Type.Optional(about(Handle, 'id of the region of subtitles that name none')),
})

/** How subtitles of a preset look, with what the preset leaves open filled in. */
export const SubtitleLook = shape('SubtitleLook', {
  regions: about(listOf(PresetRegion, 1000), 'where on the picture subtitles can be'),
  styling: about(PresetStyling, 'how their text looks'),
  ebuStl: about(
    shape('SubtitlePresetEbuStl', {
      displayStandardCode: Type.Optional(about(Int, '0 for open subtitles, 1 and 2 for teletext')),
      doubleHeight: Type.Optional(about(Flag, 'whether rows of teletext are twice as high; true when absent')),
    }),
    'whether they are teletext',
  ),
})
export type SubtitleLook = Type.Static<typeof SubtitleLook>

/** `structuredAnnotation` and `structuredDescription` are the same object under two names. */
const subtitleFields = {
  ...annotationFields,
  ...structuredAnnotationFields,
  structuredAnnotation: about(SubtitleObject, 'the subtitles; the same as `structuredDescription`'),
  structuredDescription: about(SubtitleObject, 'the subtitles; the same as `structuredAnnotation`'),
} as const

/** The subtitles of a clip in one language and preset; `id` and `version` 0 where nothing is stored yet. */
export const SubtitleAnnotation = resource(
  'SubtitleAnnotation',
  alwaysWith(
    {
      ...subtitleFields,
      subtitlePreset: Type.Optional(about(SubtitleLook, 'how the subtitles look, where `includePreset` asks for it')),
    },
    'annotationProductionId',
    'start',
    'end',
    'funnel',
    'language',
    'mediaObjectId',
    'productionId',
  ),
)
export type SubtitleAnnotation = Type.Static<typeof SubtitleAnnotation>

/** The whole of a subtitle annotation; what is wrong with an entry is reported as a broken rule (422). */
const SubtitleReplacement = replacement('SubtitleReplacement', {
  ...annotationFields,
  ...structuredAnnotationFields,
  structuredAnnotation: about(FreeForm, 'the subtitles; the same as `structuredDescription`'),
  structuredDescription: about(FreeForm, 'the subtitles; the same as `structuredAnnotation`'),
})
export type SubtitleReplacement = Type.Static<typeof SubtitleReplacement>

/** A whole replacement as JSON, or a subtitle file. */
export const SubtitleUpload = Type.Unsafe<SubtitleReplacement | FileBody>(SubtitleReplacement)
