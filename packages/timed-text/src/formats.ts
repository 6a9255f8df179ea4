import { ebustl } from './ebu-stl/index.ts'
import type { TimedTextFormat } from './format.ts'
import { srt } from './srt/index.ts'
import { ebutt, ebuttd } from './ttml/index.ts'
import { webvtt } from './webvtt/index.ts'

/** Every format, by id. A format is added here and nowhere else. */
export const formats = { srt, webvtt, ebustl, ebuttd, ebutt } as const satisfies Record<string, TimedTextFormat>

export type FormatId = keyof typeof formats

/** The format of a media type; parameters (`; charset=…`) and case do not matter. */
export function findFormatByMediaType(mediaType: string): TimedTextFormat | undefined {
  const [type = ''] = mediaType.toLowerCase().split(';', 1)
  return listFormats().find(format => format.mediaTypes.includes(type.trim()))
}

/** The format of a file name or extension, by what stands after the last dot. */
export function findFormatByFileName(fileName: string): TimedTextFormat | undefined {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  return listFormats().find(format => format.extension === extension || format.otherExtensions?.includes(extension))
}

function listFormats(): TimedTextFormat[] {
  return Object.values(formats)
}
