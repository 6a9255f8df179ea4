import { brokenRule, FileBody, type MarkerFile, malformed } from '@rushes/contract'
import { decodeText, formats } from '@rushes/markers'

/** A file of markers that is to be read. */
export interface ReadableFile {
  readonly format: (typeof formats)['csv' | 'edl']
  readonly text: string
}

/**
 * The file in a body, whichever way it came. Throws BadRequestError for content that is no base64, ValidationError when
 * neither a name nor a format says what it is.
 */
export function toMarkerFile(body: MarkerFile | FileBody): ReadableFile {
  if (body instanceof FileBody) {
    const isCsv = /^text\/csv\b/i.test(body.contentType)
    return { format: formats[isCsv ? 'csv' : 'edl'], text: decodeText(body.bytes) }
  }
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(body.content)) throw malformed('/content', 'is not base64')
  const format = body.format ?? findFormat(body.fileName)
  if (!format) throw brokenRule('/fileName', 'must end in .csv or .edl, unless format says what the file is')
  return { format: formats[format], text: decodeText(Buffer.from(body.content, 'base64')) }
}

function findFormat(fileName = ''): 'csv' | 'edl' | undefined {
  const extension = /\.(csv|edl)$/i.exec(fileName.trim())?.[1]?.toLowerCase()
  return extension === 'csv' || extension === 'edl' ? extension : undefined
}
