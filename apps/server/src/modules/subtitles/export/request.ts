/** What an export request means; throws what contradicts itself (400) or cannot be (422). Pure. */

import { brokenRule, malformed, type SubtitleExportRequest } from '@rushes/contract'
import { type EbuStlWriteOptions, findFormat, formats, type TimedTextFormat } from '@rushes/timed-text'
import { readDelivery } from '../files/delivery.ts'

/** The format of a request; checked before a workflow is started that could only fail. */
export function readFormat(request: SubtitleExportRequest, language?: string): TimedTextFormat {
  const { profile, timeBase = 'media' } = request
  const id = request.format ?? readDelivery(request.delivery, '/delivery', language)?.format ?? 'ebustl'
  const named: TimedTextFormat = formats[id]
  if (profile !== undefined && !named.isBroadcast) throw malformed('/profile', `is one of EBU documents, not of ${id}`)
  const format = findFormat(profile ?? id) ?? named
  if (!format.timeBases.includes(timeBase)) {
    throw malformed('/timeBase', `${format.label} has ${format.timeBases.join(' and ')} time only`)
  }
  return format
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
    ...request.ebuStlTitles,
  }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

/** Characters that no file system has trouble with; the extension is added. */
export function toFileName(name: string, extension: string, suffix = ''): string {
  const plain = toPlainName(name).replace(/^\.+/, '').slice(0, 150).trim()
  const bare = plain.toLowerCase().endsWith(`.${extension}`) ? plain.slice(0, -extension.length - 1) : plain
  const ending = suffix === '' ? '' : `_${toPlainName(suffix).slice(0, 80)}`
  return `${bare === '' ? 'subtitles' : bare}${ending}.${extension}`
}

function toPlainName(name: string): string {
  return name.toWellFormed().replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '_')
}
