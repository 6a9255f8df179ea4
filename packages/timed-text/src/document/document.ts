import type { Frames, FrameTimes, Milliseconds, SampleRate } from '@rushes/timebase'

/*
 * The one document between all readers and all writers.
 *
 *   TimedTextDocument ── timing, language, regions, styleSheets, notes
 *     └─ cues[] ── times, region, layout, notes
 *          └─ textParts[] ── text (content, style, times) | lineBreak
 *
 * A member that is absent says "as the format or the player defaults". Optional members are omitted, never undefined,
 * so that documents compare with deep equality. `ext` holds what only one format knows; see Extensions.
 */

/** What a document counts time in. Files with clock times give milliseconds; media and edits give frames. */
export type Timing = MillisecondTiming | FrameTiming

export interface MillisecondTiming {
  readonly unit: 'milliseconds'
}

export interface FrameTiming {
  readonly unit: 'frames'
  readonly rate: SampleRate
  /** Of media with a variable rate: frames are its pictures, shown at these times; the rate serves labels only. */
  readonly times?: FrameTimes
}

/** A subtitle file, or the subtitles of one clip in one language. All times are in the unit of `timing`. */
export interface TimedTextDocument<T extends Timing = Timing> {
  readonly timing: T
  /** BCP 47. */
  readonly language?: string
  readonly cues: readonly Cue<TimeOf<T>>[]
  readonly regions?: readonly Region[]
  /** Style sheets in CSS, in order; WebVTT's STYLE blocks. */
  readonly styleSheets?: readonly string[]
  /** Notes that stand after the last cue. */
  readonly notes?: readonly string[]
  readonly ext?: Extensions
}

export type MillisecondDocument = TimedTextDocument<MillisecondTiming>
export type FrameDocument = TimedTextDocument<FrameTiming>

type TimeOf<T extends Timing> = T extends FrameTiming ? Frames : Milliseconds

/** One subtitle: shown from `start` until just before `end`. */
export interface Cue<Time extends number = Frames | Milliseconds> {
  /** One line of text: a WebVTT identifier, an xml:id, the subtitle number of an STL file. */
  readonly id?: string
  readonly start: Time
  readonly end: Time
  readonly textParts: readonly TextPart<Time>[]
  /** Id of a region. */
  readonly region?: string
  readonly layout?: CueLayout
  /** Notes to other editors that stand before this cue. */
  readonly notes?: readonly string[]
  /** How sure a speech engine is of the words, 0 to 1. */
  readonly confidence?: number
  /** A timed comment that is not for transmission (STL comment flag); exports without a place for it leave it out. */
  readonly hidden?: true
  readonly ext?: Extensions
}

/** A run of text in one style, or a line break. Neighbouring runs of the same style and times are one run. */
export type TextPart<Time extends number = Frames | Milliseconds> = TextRun<Time> | LineBreak

export interface TextRun<Time extends number = Frames | Milliseconds> {
  readonly type: 'text'
  /** Not empty and without line breaks; writers take a newline in it for a line break. */
  readonly content: string
  readonly style?: TextStyle
  /** When the run appears, if later than its cue (karaoke, cumulative subtitles). */
  readonly start?: Time
  /** When the run disappears, if earlier than its cue (timed spans of EBU-TT). */
  readonly end?: Time
  readonly ext?: Extensions
}

export interface LineBreak {
  readonly type: 'lineBreak'
}

/** `#rrggbb` or, with an opacity, `#rrggbbaa`; lower case. */
export type Colour = `#${string}`

export interface TextStyle {
  readonly bold?: true
  readonly italic?: true
  readonly underline?: true
  readonly strikeThrough?: true
  readonly colour?: Colour
  readonly backgroundColour?: Colour
  /** Twice as high as wide, as most teletext subtitles are. */
  readonly doubleHeight?: true
  readonly fontFamily?: string
  /** With its unit where it has one: `80%`, `1c 2c`, `24`. */
  readonly fontSize?: string
  /** Who speaks; WebVTT's voice. */
  readonly speaker?: string
  /** BCP 47, where it differs from the document's. */
  readonly language?: string
  /** Names that style sheets refer to, outermost first. */
  readonly classes?: readonly string[]
  /** The base of a ruby, or the small text over the base before it. */
  readonly ruby?: 'base' | 'text'
}

/** Where and how a cue is set, in the terms of WebVTT: percentages of the picture, 0 to 100. */
export interface CueLayout {
  readonly writingMode?: 'vertical-rl' | 'vertical-lr'
  readonly line?: LinePosition
  readonly position?: InlinePosition
  /** Width of the box, in percent. */
  readonly size?: number
  readonly textAlign?: 'start' | 'center' | 'end' | 'left' | 'right'
}

/** The line on which a cue stands: counted from the top (0, 1 …) or the bottom (-1, -2 …), or in percent from the top. */
export interface LinePosition {
  readonly unit: 'lines' | 'percent'
  readonly value: number
  readonly align?: 'start' | 'center' | 'end'
}

/** Where the box stands along the line, and which of its edges stands there. */
export interface InlinePosition {
  readonly percent: number
  readonly align?: 'line-left' | 'center' | 'line-right'
}

/** A named part of the picture; percentages of the picture, 0 to 100. */
export interface Region {
  readonly id: string
  readonly width?: number
  /** Height in lines of text. */
  readonly lines?: number
  /** The point of the region that is laid on `viewportAnchor`, in percent of the region. */
  readonly regionAnchor?: Point
  readonly viewportAnchor?: Point
  readonly scroll?: 'up'
  /** Top left corner and size: how TTML places a region. */
  readonly origin?: Point
  readonly extent?: { readonly width: number; readonly height: number }
  readonly displayAlign?: 'before' | 'center' | 'after'
  readonly ext?: Extensions
}

export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * What one format knows and the document has no member for, under the id of that format: the GSI block of an STL file,
 * the TTML style ids, the header of a WebVTT file. A format reads its own key only, checks what it finds there, and
 * uses a source text only while it still says the same as the document: an edit always wins.
 */
export type Extensions = Readonly<Record<string, JsonObject>>

export type JsonObject = { readonly [key: string]: JsonValue }
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
