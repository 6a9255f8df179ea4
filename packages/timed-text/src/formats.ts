import type { FormatCode, TimedTextFormat } from './format.ts'
import { type FormatId, formatFacts } from './format-facts.ts'
import { ebustl } from './formats/ebu-stl/index.ts'
import { srt } from './formats/srt/index.ts'
import { ebutt, ebuttd } from './formats/ttml/index.ts'
import { webvtt } from './formats/webvtt/index.ts'

/** Every format, by id: its facts and its code. A format is added to format-facts.ts and here, and nowhere else. */
export const formats = register({ srt, webvtt, ebustl, ebuttd, ebutt })

function register<Codes extends Record<FormatId, FormatCode>>(codes: Codes) {
  return Object.fromEntries(
    Object.entries(formatFacts).map(([id, facts]) => [id, { ...facts, ...codes[id as FormatId] }]),
  ) as { readonly [Id in FormatId]: (typeof formatFacts)[Id] & Codes[Id] }
}

/** The format of a name: an id, an alias or a media type, whose parameters do not matter; case does not either. */
export function findFormat(name: string): TimedTextFormat | undefined {
  const lowerCase = name.toLowerCase()
  return (
    listFormats().find(({ id, aliases }) => id === lowerCase || aliases.includes(lowerCase)) ??
    findFormatByMediaType(name)
  )
}

/** The format of a media type; parameters (`; charset=…`) and case do not matter. */
export function findFormatByMediaType(mediaType: string): TimedTextFormat | undefined {
  const [type = ''] = mediaType.toLowerCase().split(';', 1)
  return listFormats().find(format => format.mediaTypes.includes(type.trim()))
}

/** The format of a file name or an extension: what follows the last dot. */
export function findFormatByFileName(fileName: string): TimedTextFormat | undefined {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  return listFormats().find(format => format.extension === extension || format.otherExtensions.includes(extension))
}

export function listFormats(): readonly TimedTextFormat[] {
  return Object.values(formats)
}
