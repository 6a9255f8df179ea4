/** Subtitles as an exported file. Pure. */

import type { DisclaimerConfiguration, SubtitleExportRequest } from '@rushes/contract'
import {
  type Diagnostic,
  type Disclaimer,
  type FrameDocument,
  insertDisclaimers,
  prepareDelivery,
  type SubtitlePreset,
  type TextRun,
  type TimedTextFormat,
  type WriteOptions,
} from '@rushes/timed-text'
import { readDelivery } from '../files/delivery.ts'
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
  table: WriteOptions = {},
): ExportedFile {
  const shown = toShownDocument(document, request, clip)
  const profile = readDelivery(request.delivery, '/delivery', document.language)
  const delivery = profile
    ? prepareDelivery(shown.document, profile, request.fix === true)
    : { document: shown.document, diagnostics: [] }
  const { content, diagnostics } = format.write(delivery.document, {
    ...table,
    timeBase: request.timeBase ?? 'media',
    programmeStart: { frames: clip.startFrames, dropFrame: clip.dropFrame },
    ebuStl: { ...profile?.ebuStl, ...readStlOptions(request) },
  })
  return {
    content: typeof content === 'string' ? new TextEncoder().encode(content) : content,
    diagnostics: [...shown.diagnostics, ...delivery.diagnostics, ...diagnostics],
  }
}

/** The document as a file shows it: with disclaimers, and without colours where they are not wanted. */
export function toShownDocument(
  document: FrameDocument,
  request: SubtitleExportRequest,
  clip: ExportedClip,
): { readonly document: FrameDocument; readonly diagnostics: readonly Diagnostic[] } {
  const { document: told, diagnostics } = addDisclaimers(document, request.disclaimers ?? [], clip)
  return { document: request.includeColorCodes === false ? withoutColours(told) : told, diagnostics }
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
