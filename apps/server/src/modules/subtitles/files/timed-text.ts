/** Stored subtitles as a document of the package timed-text, and back: the same members under the same names. */

import type { SubtitleEntry, SubtitleObject, SubtitleStyle, SubtitleTextPart } from '@rushes/contract'
import type { Colour, Cue, FrameDocument, MediaPlace, TextPart, TextStyle } from '@rushes/timed-text'
import { toCuePlace, toEntryPlace } from './places.ts'

/** For documents without cues, which have no times; any rate writes the same. */
export const withoutRate: Pick<MediaPlace, 'rate'> = { rate: { num: 1, den: 1 } }

/** Subtitles as a document in frames of the clip. */
export function toDocument(
  content: SubtitleObject,
  { rate, times }: Pick<MediaPlace, 'rate' | 'times'>,
): FrameDocument {
  const { regions, styleSheets, notes, ext } = content
  return {
    timing: { unit: 'frames', rate, ...(times && { times }) },
    cues: content.subtitles.map(toCue),
    ...(regions && { regions }),
    ...(styleSheets && { styleSheets }),
    ...(notes && { notes }),
    ...(ext && { ext }),
  }
}

/** An entry as a document has it. */
export function toCue(entry: SubtitleEntry): Cue<number> {
  const { start, end, textParts = [], region, layout, id, notes, hidden, confidence, ext } = entry
  return {
    ...(id !== undefined && { id }),
    start,
    end,
    textParts: textParts.map(toTextPart),
    ...toCuePlace(region, layout),
    ...(notes && { notes }),
    ...(hidden && { hidden: true as const }),
    ...(confidence !== undefined && { confidence }),
    ...(ext && { ext }),
  }
}

/** A part of a subtitle as a document has it. */
export function toTextPart({ content, type, style, start, end, ext }: SubtitleTextPart): TextPart<number> {
  if (type === 'lineBreak') return { type: 'lineBreak' }
  const textStyle = style ? toTextStyle(style) : undefined
  return {
    type: 'text',
    content,
    ...(textStyle && { style: textStyle }),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    ...(ext && { ext }),
  }
}

/** A flag that is false says what its absence says. */
function toTextStyle(style: SubtitleStyle): TextStyle | undefined {
  const { bold, italic, underline, strikeThrough, doubleHeight, colour, backgroundColour } = style
  const { fontFamily, fontSize, speaker, language, classes, ruby } = style
  const known: TextStyle = {
    ...(bold && { bold: true as const }),
    ...(italic && { italic: true as const }),
    ...(underline && { underline: true as const }),
    ...(strikeThrough && { strikeThrough: true as const }),
    ...(doubleHeight && { doubleHeight: true as const }),
    ...(colour && { colour: toLowerCase(colour) }),
    ...(backgroundColour && { backgroundColour: toLowerCase(backgroundColour) }),
    ...(fontFamily !== undefined && { fontFamily }),
    ...(fontSize !== undefined && { fontSize }),
    ...(speaker !== undefined && { speaker }),
    ...(language !== undefined && { language }),
    ...(classes && { classes }),
    ...(ruby && { ruby }),
  }
  return Object.keys(known).length > 0 ? known : undefined
}

function toLowerCase(colour: Colour): Colour {
  return `#${colour.slice(1).toLowerCase()}`
}

/** A document in frames as subtitles; `regions` are those that the preset has. */
export function toContent(document: FrameDocument, regions: readonly string[]): SubtitleObject {
  const { styleSheets, notes, ext } = document
  const known = new Set([...regions, ...(document.regions ?? []).map(region => region.id)])
  return {
    subtitles: document.cues.map(cue => toEntry(cue, known)),
    ...(document.regions && { regions: [...document.regions] }),
    ...(styleSheets && { styleSheets: [...styleSheets] }),
    ...(notes && { notes: [...notes] }),
    ...(ext && { ext }),
  }
}

function toEntry(cue: Cue<number>, regions: ReadonlySet<string>): SubtitleEntry {
  const { id, start, end, notes, hidden, confidence, ext } = cue
  return {
    start,
    end,
    ...toEntryPlace(cue, regions),
    textParts: cue.textParts.map(toWirePart),
    ...(id !== undefined && { id }),
    ...(notes && { notes: [...notes] }),
    ...(hidden && { hidden }),
    ...(confidence !== undefined && { confidence }),
    ...(ext && { ext }),
  }
}

function toWirePart(part: TextPart<number>): SubtitleTextPart {
  if (part.type === 'lineBreak') return { content: '\n', type: 'lineBreak' }
  const { style, ...rest } = part
  if (!style) return rest
  const { classes, ...others } = style
  return { ...rest, style: { ...others, ...(classes && { classes: [...classes] }) } }
}
