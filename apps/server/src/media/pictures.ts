import { brokenRule, type PictureBytes, ServiceError, screenshotLimitBytes } from '@rushes/contract'

/** The bytes of a picture that came as a list (signed or unsigned) or as base64, with or without a data URL's head. */
export function readPictureBytes(given: PictureBytes, path: string): Buffer {
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

const signatures: readonly [mimeType: string, matches: (head: string) => boolean][] = [
  ['image/jpeg', head => head.startsWith('\xff\xd8\xff')],
  ['image/png', head => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/gif', head => /^GIF8[79]a/.test(head)],
  ['image/webp', head => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
]

/** The type of a raster picture, by its first bytes; undefined for anything else (SVG and HTML among them). */
export function findPictureType(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 16).toString('latin1')
  return signatures.find(([, matches]) => matches(head))?.[0]
}
