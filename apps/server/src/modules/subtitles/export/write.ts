/** Subtitles as an exported file. Pure. */

import type { DisclaimerConfiguration, SubtitleExportRequest } from '@rushes/contract'
import {
  type Diagnostic,
  type Disclaimer,
  type FrameDocument,
  insertDisclaimers,
  type SubtitlePreset,
  type TextRun,
  type TimedTextFormat,
} from '@rushes/timed-text'
import { toTextPart } from '../files/timed-text.ts'
import { readStlOptions } from './request.ts'

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
  format: TimedTextFormat,
  request: SubtitleExportRequest,
  clip: ExportedClip,
): ExportedFile {
  const told = addDisclaimers(document, request.disclaimers ?? [], clip)
  const shown = request.includeColorCodes === false ? withoutColours(told.document) : told.document
  const { content, diagnostics } = format.write(shown, {
    timeBase: request.timeBase ?? 'media',
    programmeStart: { frames: clip.startFrames, dropFrame: clip.dropFrame },
    ebuStl: readStlOptions(request),
  })
  return {
    content: typeof content === 'string' ? new TextEncoder().encode(content) : content,
    diagnostics: [...told.diagnostics, ...diagnostics],
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
