/** What a small file is, by its bytes and by its name. Pure. */

import { sniff } from '@rushes/media-engine'
import { findFormatByFileName, findFormatBySignature, formats } from '@rushes/timed-text'

/** Of texts the bytes say no more than that; the name says what kind it is. */
const textByExtension: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  ttl: 'text/turtle',
}
const xmlByExtension: Readonly<Record<string, string>> = { rdf: 'application/rdf+xml' }

/** The media type of a file; what nothing is known of is `application/octet-stream`. */
export function findMimeType(bytes: Buffer, fileName: string): string {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const signed = findFormatBySignature(bytes)
  if (signed?.encoding === 'binary') return signed.mediaTypes[0]
  const found = sniff({ bytes: bytes.subarray(0, 4096), sizeBytes: bytes.length })
  const mimeType = 'mimeType' in found ? found.mimeType : 'application/octet-stream'
  const named = findFormatByFileName(extension)
  if (mimeType === 'text/plain') {
    const format = [named, signed].find(format => format?.encoding === 'text')
    return textByExtension[extension] ?? format?.mediaTypes[0] ?? mimeType
  }
  if (mimeType === 'application/xml') {
    const isNamed = named?.encoding === 'xml' && extension !== 'xml'
    return xmlByExtension[extension] ?? (isNamed ? named.mediaTypes[0] : findXmlType(bytes))
  }
  return mimeType
}

function findXmlType(bytes: Buffer): string {
  const isTtml = bytes.toString('latin1', 0, 4096).includes('http://www.w3.org/ns/ttml')
  return isTtml ? formats.ebuttd.mediaTypes[0] : 'application/xml'
}

const pictures = new Set(['image/gif', 'image/jpeg', 'image/png', 'image/webp'])

/** The type that bytes are answered with: nothing that a browser would run, or guess to be something that it would. */
export function toServedType(mimeType: string): string {
  return pictures.has(mimeType) ? mimeType : 'application/octet-stream'
}
