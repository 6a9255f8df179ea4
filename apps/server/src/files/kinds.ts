/** What a small file is, by its bytes and by its name. Pure. */

import { sniff } from '@rushes/media-engine'

/** Of texts the bytes say no more than that; the name says what kind it is. */
const byExtension: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  srt: 'application/x-subrip',
  ttl: 'text/turtle',
  vtt: 'text/vtt',
}
const xmlByExtension: Readonly<Record<string, string>> = {
  dfxp: 'application/ttml+xml',
  rdf: 'application/rdf+xml',
  ttml: 'application/ttml+xml',
}
/** EBU Tech 3264: the disk format code stands behind the code page. */
const ebuStlCode = /^.{3}STL\d\d\.01/s

/** The media type of a file; what nothing is known of is `application/octet-stream`. */
export function findMimeType(bytes: Buffer, fileName: string): string {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  if (ebuStlCode.test(bytes.toString('latin1', 0, 16))) return 'application/x-ebu-stl'
  const found = sniff({ bytes: bytes.subarray(0, 4096), sizeBytes: bytes.length })
  const mimeType = 'mimeType' in found ? found.mimeType : 'application/octet-stream'
  if (mimeType === 'text/plain') return byExtension[extension] ?? findTextType(bytes)
  if (mimeType === 'application/xml') return xmlByExtension[extension] ?? findXmlType(bytes)
  return mimeType
}

function findTextType(bytes: Buffer): string {
  return /^\uFEFF?WEBVTT(?:\s|$)/.test(bytes.toString('utf8', 0, 16)) ? 'text/vtt' : 'text/plain'
}

function findXmlType(bytes: Buffer): string {
  return bytes.toString('latin1', 0, 4096).includes('http://www.w3.org/ns/ttml')
    ? 'application/ttml+xml'
    : 'application/xml'
}

const pictures = new Set(['image/gif', 'image/jpeg', 'image/png', 'image/webp'])

/** The type that bytes are answered with: nothing that a browser would run, or guess to be something that it would. */
export function toServedType(mimeType: string): string {
  return pictures.has(mimeType) ? mimeType : 'application/octet-stream'
}
