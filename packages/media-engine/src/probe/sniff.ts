import { open, stat } from 'node:fs/promises'
import { MediaError } from '../errors.ts'

/** What the first bytes of a file give away. */
export type Sniff =
  | { readonly is: 'PLAYLIST' }
  | { readonly is: 'DOCUMENT'; readonly mimeType: string }
  /** A still: the demuxer is named, because libavformat would choose one by the file's name. */
  | { readonly is: 'STILL'; readonly mimeType: string; readonly demuxer: string }
  /** The signature of a media container; if it cannot be read, it is damaged. */
  | { readonly is: 'MEDIA' }
  | { readonly is: 'UNKNOWN' }

/** The beginning of a file and its length in bytes. */
export interface FileHead {
  readonly bytes: Buffer
  readonly sizeBytes: number
}

const HEAD_BYTES = 4096

/** Reads the beginning of a regular file; throws `NOT_FOUND` for anything else. */
export async function readHead(path: string): Promise<FileHead> {
  try {
    // asked before opening: to open a pipe is to wait for its other end
    const found = await stat(path)
    if (!found.isFile()) throw new MediaError('NOT_FOUND', 'The input is not a regular file.')
    await using file = await open(path, 'r')
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return { bytes: buffer.subarray(0, bytesRead), sizeBytes: found.size }
  } catch (error) {
    if (error instanceof MediaError) throw error
    throw new MediaError('NOT_FOUND', 'The input cannot be read.', String(error))
  }
}

/** The bytes, one character each, at the given places. */
type Signature = Readonly<Record<number, string>>

const matches = (start: string, signature: Signature): boolean =>
  Object.entries(signature).every(([offset, text]) => start.startsWith(text, Number(offset)))

const STILLS: readonly (readonly [signature: Signature, mimeType: string, demuxer: string])[] = [
  [{ 0: '\xff\xd8\xff' }, 'image/jpeg', 'jpeg_pipe'],
  [{ 0: '\x89PNG\r\n\x1a\n' }, 'image/png', 'png_pipe'],
  [{ 0: 'II*\0' }, 'image/tiff', 'tiff_pipe'],
  [{ 0: 'MM\0*' }, 'image/tiff', 'tiff_pipe'],
  [{ 0: 'RIFF', 8: 'WEBP' }, 'image/webp', 'webp_pipe'],
  [{ 0: 'BM', 6: '\0\0\0\0' }, 'image/bmp', 'bmp_pipe'],
  [{ 0: 'GIF8', 5: 'a' }, 'image/gif', 'gif'],
]

const DOCUMENTS: readonly (readonly [signature: Signature, mimeType: string])[] = [
  [{ 0: '%PDF-' }, 'application/pdf'],
  [{ 0: 'PK\x03\x04' }, 'application/zip'],
  [{ 0: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' }, 'application/x-ole-storage'],
  [{ 0: '{\\rtf' }, 'application/rtf'],
]

const MEDIA: readonly Signature[] = [
  ...['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].map(box => ({ 4: box })),
  ...['RIFF', 'RF64', 'riff', 'FORM', 'caff', 'fLaC', 'OggS', 'ID3'].map(magic => ({ 0: magic })),
  ...['\xff\xfb', '\xff\xfa', '\xff\xf3', '\xff\xf2', '\xff\xf1', '\xff\xf9'].map(sync => ({ 0: sync })),
  { 0: '\x1a\x45\xdf\xa3' },
  { 0: '\x06\x0e\x2b\x34' },
  { 0: '\x30\x26\xb2\x75\x8e\x66\xcf\x11' },
  { 0: '\0\0\x01\xba' },
  { 0: '\0\0\x01\xb3' },
  // MPEG-TS: packets of 188 bytes, or of 192 with a time stamp before each
  { 0: 'G', 188: 'G' },
  { 4: 'G', 196: 'G' },
]

const PLAYLIST = /^\s*(#EXTM3U|ffconcat\b|\[playlist\]|<\?xml[\s\S]*<MPD\b|<MPD\b|<smil\b)/i

function findTextType(bytes: Buffer, isWhole: boolean): string | undefined {
  if (bytes.length === 0 || bytes.some(byte => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))) return undefined
  // the last character may be cut in two by the end of the head
  const text = new TextDecoder('utf-8').decode(isWhole ? bytes : bytes.subarray(0, -4))
  if (/\uFFFD.*\uFFFD/s.test(text)) return undefined
  if (/^\s*<svg\b|^\s*<\?xml[\s\S]*<svg\b/i.test(text)) return 'image/svg+xml'
  if (/^\s*<\?xml/.test(text)) return 'application/xml'
  if (/^\s*(<!doctype html|<html)/i.test(text)) return 'text/html'
  return 'text/plain'
}

/** Judges a file by its first bytes. */
export function sniff({ bytes, sizeBytes }: FileHead): Sniff {
  const start = bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  if (PLAYLIST.test(start)) return { is: 'PLAYLIST' }
  for (const [signature, mimeType, demuxer] of STILLS)
    if (matches(start, signature)) return { is: 'STILL', mimeType, demuxer }
  if (MEDIA.some(signature => matches(start, signature))) return { is: 'MEDIA' }
  for (const [signature, mimeType] of DOCUMENTS) if (matches(start, signature)) return { is: 'DOCUMENT', mimeType }
  const textType = findTextType(bytes, bytes.length === sizeBytes)
  return textType ? { is: 'DOCUMENT', mimeType: textType } : { is: 'UNKNOWN' }
}
