import { crc32 } from 'node:zlib'
import { brokenRule, type PictureBytes, ServiceError, screenshotLimitBytes } from '@rushes/contract'

/** A complete raster picture; whether it decodes is for the media tools to find out. */
export interface Picture {
  readonly bytes: Buffer
  readonly mimeType: string
}

/** A picture that somebody sent, at a path of the request, and the type that it was said to have at another. */
export interface SentPicture {
  readonly given: PictureBytes
  readonly path: string
  readonly declaredType: string | undefined
  readonly typePath: string
}

/** Throws ValidationError for what is no complete JPEG, PNG, GIF or WebP, or another than it was said to be. */
export function readPicture({ given, path, declaredType, typePath }: SentPicture): Picture {
  const bytes = readPictureBytes(given, path)
  const head = bytes.subarray(0, 16).toString('latin1')
  const format = formats.find(({ matches }) => matches(head))
  if (!format) throw brokenRule(path, 'must be a JPEG, PNG, GIF or WebP picture')
  const { mimeType, isComplete } = format
  const declared = declaredType?.trim().toLowerCase().replace('image/jpg', 'image/jpeg')
  if (declared && declared !== mimeType) throw brokenRule(typePath, `must be ${mimeType}, the type of the picture`)
  if (!isComplete(bytes)) throw brokenRule(path, `must be a complete ${mimeType}`)
  return { bytes, mimeType }
}

/** The bytes of a picture that came as a list (signed or unsigned) or as base64, with or without a data URL's head. */
function readPictureBytes(given: PictureBytes, path: string): Buffer {
  const bytes = typeof given === 'string' ? readBase64(given, path) : Buffer.from(Int8Array.from(given).buffer)
  if (bytes.length === 0) throw brokenRule(path, 'must not be empty')
  if (bytes.length > screenshotLimitBytes) {
    throw new ServiceError('PayloadTooLargeError', `A picture may have ${screenshotLimitBytes} bytes at most`)
  }
  return bytes
}

function readBase64(given: string, path: string): Buffer {
  const text = given.replace(/^data:[\w/+.-]*;base64,/, '').replaceAll(/\s/g, '')
  if (!/^[\w+/-]*={0,2}$/.test(text)) throw brokenRule(path, 'must be base64 or a list of bytes')
  return Buffer.from(text, 'base64')
}

interface PictureFormat {
  readonly mimeType: string
  readonly matches: (head: string) => boolean
  readonly isComplete: (bytes: Buffer) => boolean
}

/** Raster pictures that every browser shows (SVG and HTML are none). */
const formats: readonly PictureFormat[] = [
  { mimeType: 'image/jpeg', matches: head => head.startsWith('\xff\xd8\xff'), isComplete: hasJpegEnd },
  { mimeType: 'image/png', matches: head => head.startsWith('\x89PNG\r\n\x1a\n'), isComplete: hasPngEnd },
  { mimeType: 'image/gif', matches: head => /^GIF8[79]a/.test(head), isComplete: hasGifEnd },
  {
    mimeType: 'image/webp',
    matches: head => head.startsWith('RIFF') && head.startsWith('WEBP', 8),
    isComplete: bytes => bytes.length >= bytes.readUInt32LE(4) + 8,
  },
]

/** Finds the end marker behind the scan: a small picture in the header has an end of its own. */
function hasJpegEnd(bytes: Buffer): boolean {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]
    if (marker === 0xda) return bytes.includes(Buffer.of(0xff, 0xd9), at)
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return false
}

/** Walks from block to block until the trailer. */
function hasGifEnd(bytes: Buffer): boolean {
  let at = 13 + countColourBytes(bytes[10])
  for (;;) {
    const kind = bytes[at]
    if (kind === 0x3b) return true
    if (kind === 0x21) at += 2
    else if (kind === 0x2c) at += 11 + countColourBytes(bytes[at + 9])
    else return false
    for (let size = bytes[at]; size !== 0; size = bytes[at]) {
      if (size === undefined) return false
      at += 1 + size
    }
    at += 1
  }
}

/** The bytes of the colour table that a byte of flags announces. */
function countColourBytes(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

/** Walks from chunk to chunk, each of which has a checksum. */
function hasPngEnd(bytes: Buffer): boolean {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return false
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return true
    at = end + 4
  }
  return false
}
