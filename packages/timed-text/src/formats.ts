import { countFromMedia } from './document/media-start.ts'
import type { FormatCode, TimedTextFormat } from './format.ts'
import { type FormatId, formatFacts } from './format-facts.ts'
import { ass } from './formats/ass/index.ts'
import { ebustl } from './formats/ebu-stl/index.ts'
import { scc } from './formats/scc/index.ts'
import { srt } from './formats/srt/index.ts'
import { csv, xlsx } from './formats/table/index.ts'
import { ebutt, ebuttd, imsc, itt } from './formats/ttml/index.ts'
import { webvtt } from './formats/webvtt/index.ts'

/**
 * Every format, by id: its facts and its code, whose reader counts times from the start of the media where that is known.
 * A format is added to format-facts.ts and here, and nowhere else.
 */
export const formats = register({ srt, webvtt, ass, ebustl, ebuttd, ebutt, imsc, itt, scc, csv, xlsx })

function register<Codes extends Record<FormatId, FormatCode>>(codes: Codes) {
  return Object.fromEntries(
    Object.entries(formatFacts).map(([id, facts]) => {
      const code: FormatCode = codes[id as FormatId]
      const read: FormatCode['read'] = (input, options) =>
        countFromMedia(code.read(input, options), options?.media, options?.times)
      return [id, { ...facts, ...code, read }]
    }),
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

/**
 * The format of a media type. Of its parameters a `profile` and `codecs` that are known say which; of several `codecs`
 * (`im2t|im1t`) the first. Other parameters (`; charset=…`) and case do not matter.
 */
export function findFormatByMediaType(mediaType: string): TimedTextFormat | undefined {
  const [type = '', ...parameters] = mediaType
    .toLowerCase()
    .split(';')
    .map(part => part.trim().replaceAll('"', ''))
  for (const parameter of parameters) {
    const [name, value = ''] = parameter.split('=', 2)
    if (name !== 'profile' && name !== 'codecs') continue
    for (const option of value.split('|')) {
      const profiled = `${type};${name}=${option}`
      const format = listFormats().find(({ profiledMediaTypes = [] }) =>
        profiledMediaTypes.some(known => known === profiled),
      )
      if (format) return format
    }
  }
  return listFormats().find(format => format.mediaTypes.includes(type))
}

/** The format of a file name or an extension: what follows the last dot. */
export function findFormatByFileName(fileName: string): TimedTextFormat | undefined {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  return listFormats().find(format => format.extension === extension || format.otherExtensions.includes(extension))
}

export function listFormats(): readonly TimedTextFormat[] {
  return Object.values(formats)
}
