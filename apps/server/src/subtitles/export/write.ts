/** Subtitles as an exported file. Pure. */

import type { DisclaimerConfiguration, SubtitleExportRequest } from '@rushes/contract'
import { findTimecodeBase, formatTimecode, mayDropFrame, type SampleRate } from '@rushes/timebase'
import {
  type Diagnostic,
  type Disclaimer,
  type FrameDocument,
  insertDisclaimers,
  type SubtitlePreset,
  type TextPart,
  type TextRun,
  writeEbuStl,
  writeEbutt,
  writeEbuttd,
  writeSrt,
  writeWebvtt,
} from '@rushes/timed-text'
import { toTextPart } from '../timed-text.ts'
import { type ExportFormat, readStlOptions } from './request.ts'

/** The clip that the subtitles belong to. */
export interface ExportedClip {
  /** Its length in frames; 0 while it is not known. */
  readonly frameCount: number
  readonly startFrames: number
  readonly dropFrame: boolean
  /** The rules by which disclaimers keep their distance. */
  readonly preset: SubtitlePreset
}

export interface ExportedFile {
  readonly content: Uint8Array
  readonly diagnostics: readonly Diagnostic[]
}

/** Writes a document of frames. Throws TimebaseError for times that no file can hold. */
export function writeExport(
  document: FrameDocument,
  format: ExportFormat,
  request: SubtitleExportRequest,
  clip: ExportedClip,
): ExportedFile {
  const told = addDisclaimers(document, request.disclaimers ?? [], clip)
  const shown = request.includeColorCodes === false ? withoutColours(told.document) : told.document
  const { content, diagnostics } = write(shown, format, request, clip)
  return {
    content: typeof content === 'string' ? new TextEncoder().encode(content) : content,
    diagnostics: [...told.diagnostics, ...diagnostics],
  }
}

function write(document: FrameDocument, format: ExportFormat, request: SubtitleExportRequest, clip: ExportedClip) {
  const isByTimecode = request.timeBase === 'smpte'
  const { rate } = document.timing
  switch (format) {
    case 'stl': {
      const startTimecode = isByTimecode ? findLabel(clip, toFileRate(rate)) : undefined
      return writeEbuStl(document, { ...readStlOptions(request), ...(startTimecode && { startTimecode }) })
    }
    case 'ebutt': {
      const startOfProgramme = isByTimecode ? findLabel(clip, rate) : undefined
      return writeEbutt(document, {
        timeBase: isByTimecode ? 'smpte' : 'media',
        ...(isByTimecode && { dropFrame: clip.dropFrame && mayDropFrame(rate) }),
        ...(startOfProgramme && { startOfProgramme }),
      })
    }
    case 'ebuttd':
      return writeEbuttd(document)
    case 'webvtt':
      return writeWebvtt(isByTimecode ? shift(document, clip.startFrames) : document)
    case 'srt':
      return writeSrt(isByTimecode ? shift(document, clip.startFrames) : document)
  }
}

/** Files count 25 or 30 frames; a clip of 50 or 60 has its timecode in pairs of frames. */
function toFileRate(rate: SampleRate): SampleRate {
  const base = findTimecodeBase(rate)
  return base === 50 || base === 60 ? { num: rate.num, den: rate.den * 2 } : rate
}

/** The label of the clip's first frame; none where its rate has no timecode. */
function findLabel({ startFrames, dropFrame }: ExportedClip, rate: SampleRate): string | undefined {
  if (findTimecodeBase(rate) === undefined) return undefined
  return formatTimecode(startFrames, { rate, dropFrame: dropFrame && mayDropFrame(rate) }).replace(';', ':')
}

function shift(document: FrameDocument, frames: number): FrameDocument {
  const move = (time: number | undefined) => (time === undefined ? undefined : time + frames)
  const movePart = (part: TextPart<number>): TextPart<number> => {
    if (part.type === 'lineBreak') return part
    const [start, end] = [move(part.start), move(part.end)]
    return { ...part, ...(start !== undefined && { start }), ...(end !== undefined && { end }) }
  }
  return {
    ...document,
    cues: document.cues.map(cue => ({
      ...cue,
      start: cue.start + frames,
      end: cue.end + frames,
      textParts: cue.textParts.map(movePart),
    })),
  }
}

function withoutColours(document: FrameDocument): FrameDocument {
  return {
    ...document,
    cues: document.cues.map(({ ext: _source, ...cue }) => ({
      ...cue,
      textParts: cue.textParts.map(part => (part.type === 'text' ? withoutColour(part) : part)),
    })),
  }
}

function withoutColour({ style, ext: _source, ...run }: TextRun<number>): TextRun<number> {
  if (!style) return run
  const { colour: _colour, backgroundColour: _background, ...rest } = style
  return Object.keys(rest).length === 0 ? run : { ...run, style: rest }
}

const defaultSeconds = 3

/** Disclaimers as subtitles among the others, by the rules of spotting. */
function addDisclaimers(
  document: FrameDocument,
  configured: readonly DisclaimerConfiguration[],
  { frameCount, preset }: ExportedClip,
) {
  const { num, den } = document.timing.rate
  const disclaimers = configured.map(
    ({ text, textParts, position = 'start', start, durationFrames, region }): Disclaimer => ({
      position,
      durationFrames: durationFrames ?? Math.round((defaultSeconds * num) / den),
      ...(textParts ? { textParts: textParts.map(toTextPart) } : { text: text ?? '' }),
      ...(start !== undefined && { start }),
      ...(region !== undefined && { region }),
    }),
  )
  return insertDisclaimers(document, disclaimers, preset, frameCount > 0 ? { frameCount } : {})
}
