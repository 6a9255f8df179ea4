import Type from 'typebox'
import type { FileBody } from '../endpoint.ts'
import { Flag, FreeForm, listOf, Name, oneOf, replacement, resource, shape, Text } from '../shapes.ts'
import { annotationFields, structuredAnnotationFields } from './annotation.ts'

/** Most subtitles of one language and preset: more than two days of speech. */
export const mostSubtitles = 50_000

const Handle = Type.String({ maxLength: 200 })
const Frame = Type.Integer({ format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Percent = Type.Number({ minimum: 0, maximum: 100 })
const Point = Type.Object({ x: Percent, y: Percent })
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
  bold: Type.Optional(Flag),
  italic: Type.Optional(Flag),
  underline: Type.Optional(Flag),
  strikeThrough: Type.Optional(Flag),
  colour: Type.Optional(Colour),
  backgroundColour: Type.Optional(Colour),
  /** Twice as high as wide, as most teletext subtitles are. */
  doubleHeight: Type.Optional(Flag),
  fontFamily: Type.Optional(Name),
  fontSize: Type.Optional(Name),
  speaker: Type.Optional(Name),
  language: Type.Optional(Handle),
  classes: Type.Optional(listOf(Name, 100)),
  ruby: Type.Optional(oneOf('base', 'text')),
} as const
export type SubtitleStyle = Type.Static<Type.TObject<typeof styleMembers>>

/** A run of text, or a line break (`type` `lineBreak`, `content` a newline); a newline in a text is a line break too. */
export const SubtitleTextPart = Type.Object(
  {
    content: Type.String({ maxLength: 10_000 }),
    type: Type.Optional(Type.String({ maxLength: 200, description: '`text`, the default, or `lineBreak`' })),
    style: Type.Optional(Type.Unsafe<SubtitleStyle | null>({ ...Type.Object(styleMembers), type: ['object', 'null'] })),
    /** Frames: the run appears later, or disappears earlier, than the subtitle. */
    start: Type.Optional(Frame),
    end: Type.Optional(Frame),
    ext: Type.Optional(Extensions),
  },
  { title: 'SubtitleTextPart' },
)
export type SubtitleTextPart = Type.Static<typeof SubtitleTextPart>

/** Where in its region a subtitle stands, in the terms of WebVTT. */
const SubtitleLayout = shape('SubtitleLayout', {
  writingMode: Type.Optional(oneOf('vertical-rl', 'vertical-lr')),
  line: Type.Optional(
    shape('SubtitleLine', {
      unit: oneOf('lines', 'percent'),
      value: Type.Number({ minimum: -1e9, maximum: 1e9 }),
      align: Type.Optional(oneOf('start', 'center', 'end')),
    }),
  ),
  position: Type.Optional(
    shape('SubtitlePosition', {
      percent: Percent,
      align: Type.Optional(oneOf('line-left', 'center', 'line-right')),
    }),
  ),
  size: Type.Optional(Percent),
  textAlign: Type.Optional(oneOf('start', 'center', 'end', 'left', 'right')),
})
export type SubtitleLayout = Type.Static<typeof SubtitleLayout>

/** One subtitle: frames `[start, end)` of the clip. Members that are not named here are kept. */
export const SubtitleEntry = Type.Object(
  {
    start: Frame,
    end: Frame,
    region: Type.Optional(Handle),
    textParts: Type.Optional(listOf(SubtitleTextPart, 1000)),
    confidence: Type.Optional(Type.Number()),
    warnings: Type.Optional(listOf(FreeForm, 1000)),
    /** What files carry beside it: a cue's identifier, place, notes, and whether it is a comment not for broadcast. */
    id: Type.Optional(Name),
    layout: Type.Optional(SubtitleLayout),
    notes: Type.Optional(Notes),
    hidden: Type.Optional(Flag),
    ext: Type.Optional(Extensions),
  },
  { title: 'SubtitleEntry' },
)
export type SubtitleEntry = Type.Static<typeof SubtitleEntry>

/** A region that a file brought with it, beside those of the preset; percentages of the picture. */
export const SubtitleRegion = Type.Object(
  {
    id: Handle,
    width: Type.Optional(Percent),
    lines: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    regionAnchor: Type.Optional(Point),
    viewportAnchor: Type.Optional(Point),
    scroll: Type.Optional(oneOf('up')),
    origin: Type.Optional(Point),
    extent: Type.Optional(Type.Object({ width: Percent, height: Percent })),
    displayAlign: Type.Optional(oneOf('before', 'center', 'after')),
    ext: Type.Optional(Extensions),
  },
  { title: 'SubtitleRegion' },
)

/** All subtitles of a clip in one language and preset, in the order of their starts. */
export const SubtitleObject = Type.Object(
  {
    subtitles: listOf(SubtitleEntry, mostSubtitles),
    subtitlePresetId: Type.Optional(Handle),
    /** What the reader of an imported file had to repair. */
    warnings: Type.Optional(listOf(FreeForm, 1000)),
    regions: Type.Optional(listOf(SubtitleRegion, 1000)),
    styleSheets: Type.Optional(listOf(Text, 1000)),
    notes: Type.Optional(Notes),
    ext: Type.Optional(Extensions),
  },
  { title: 'SubtitleObject' },
)
export type SubtitleObject = Type.Static<typeof SubtitleObject>

/** `structuredAnnotation` and `structuredDescription` are the same object under two names. */
const subtitleFields = {
  ...annotationFields,
  ...structuredAnnotationFields,
  structuredAnnotation: SubtitleObject,
  structuredDescription: SubtitleObject,
} as const

/** The subtitles of a clip in one language and preset; `id` and `version` 0 where nothing is stored yet. */
export const SubtitleAnnotation = resource('SubtitleAnnotation', subtitleFields)
export type SubtitleAnnotation = Type.Static<typeof SubtitleAnnotation>

/** The whole of a subtitle annotation; what is wrong with an entry is told as a broken rule (422). */
const SubtitleReplacement = replacement('SubtitleReplacement', {
  ...annotationFields,
  ...structuredAnnotationFields,
  structuredAnnotation: FreeForm,
  structuredDescription: FreeForm,
})
export type SubtitleReplacement = Type.Static<typeof SubtitleReplacement>

/** A whole replacement as JSON, or a subtitle file. */
export const SubtitleUpload = Type.Unsafe<SubtitleReplacement | FileBody>(SubtitleReplacement)
