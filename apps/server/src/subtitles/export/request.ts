/** What an export request means; throws what contradicts itself (400) or cannot be (422). Pure. */

import { brokenRule, malformed, type SubtitleExportRequest } from '@rushes/contract'
import type { EbuStlWriteOptions } from '@rushes/timed-text'

/** The kinds of files that can be asked for. */
export const exportFormats = {
  stl: { mediaType: 'application/x-ebu-stl', extension: 'stl' },
  ebutt: { mediaType: 'application/x-ebu-tt+xml', extension: 'xml' },
  ebuttd: { mediaType: 'application/ttml+xml', extension: 'ttml' },
  webvtt: { mediaType: 'text/vtt', extension: 'vtt' },
  srt: { mediaType: 'application/x-subrip', extension: 'srt' },
} as const
export type ExportFormat = keyof typeof exportFormats

/** The format of a request; checked when it is made, so that a workflow is not started for what can never be. */
export function readFormat({ format = 'ebustl', profile, timeBase }: SubtitleExportRequest): ExportFormat {
  const isEbu = format === 'ebustl' || format === 'ebuttd'
  if (profile !== undefined && !isEbu) throw malformed('/profile', `is one of EBU documents, not of ${format}`)
  const chosen = toFormat(format, profile)
  // The schema of EBU-TT-D knows media time alone.
  if (chosen === 'ebuttd' && timeBase === 'smpte') throw malformed('/timeBase', 'EBU-TT-D has media time only')
  return chosen
}

function toFormat(
  format: NonNullable<SubtitleExportRequest['format']>,
  profile: SubtitleExportRequest['profile'],
): ExportFormat {
  if (profile === 'ebu-tt') return 'ebutt'
  if (profile === 'ebu-tt-d' || format === 'ebuttd') return 'ebuttd'
  return format === 'ebustl' ? 'stl' : format
}

const mostRows = 99

/** The options of EBU STL. Throws ValidationError with the path. */
export function readStlOptions(request: SubtitleExportRequest): EbuStlWriteOptions {
  const code = request.ebuDisplayStandardCode
  if (code !== undefined && code !== 0 && code !== 1 && code !== 2) {
    throw brokenRule('/ebuDisplayStandardCode', 'must be 0 (open), 1 or 2 (teletext of that level)')
  }
  for (const name of ['ebuStlMarginTop', 'ebuStlMarginBottom'] as const) {
    const rows = request[name]
    if (rows !== undefined && (rows < 0 || rows > mostRows)) {
      throw brokenRule(`/${name}`, `must be a number of rows from 0 to ${mostRows}`)
    }
  }
  const options: { [Name in keyof EbuStlWriteOptions]: EbuStlWriteOptions[Name] | undefined } = {
    displayStandardCode: code,
    languageCode: request.ebuStlLanguageCode,
    marginTop: request.ebuStlMarginTop,
    marginBottom: request.ebuStlMarginBottom,
    doubleHeight: request.ebuStlTeletextDoubleHeight,
    useBox: request.ebuStlTeletextUseBox,
    justification: request.ebuStlTextJustification,
    includeColours: request.includeColorCodes,
  }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

/** Characters that no file system has trouble with; the extension is added. */
export function toFileName(name: string, extension: string): string {
  const plain = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '_')
    .replace(/^\.+/, '')
    .slice(0, 150)
    .trim()
  const bare = plain.toLowerCase().endsWith(`.${extension}`) ? plain.slice(0, -extension.length - 1) : plain
  return `${bare === '' ? 'subtitles' : bare}.${extension}`
}
