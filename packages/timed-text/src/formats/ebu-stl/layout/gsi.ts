import type { TimedTextDocument } from '../../../document/document.ts'
import { decodeBase64 } from './binary.ts'
import { decodeCodePage } from './code-pages.ts'

/* The General Subtitle Information block: the first 1024 bytes of a file, text in fields of fixed length. */

export const gsiLength = 1024

/** The block of the file that a document was read from. */
export function findGsi({ ext }: Pick<TimedTextDocument, 'ext'>): Uint8Array | undefined {
  const gsi = decodeBase64(ext?.stl?.gsi)
  return gsi?.length === gsiLength ? gsi : undefined
}

/** Offset and length of each field, under its name in Tech 3264. */
export const gsiFields = {
  /** Code page of this block. */
  CPN: [0, 3],
  /** Disk format code: the frame rate. */
  DFC: [3, 8],
  /** Display standard: 0 open, 1 and 2 teletext. */
  DSC: [11, 1],
  /** Character code table of the texts. */
  CCT: [12, 2],
  /** Language. */
  LC: [14, 2],
  /** Original titles of programme and episode, then translated ones. */
  OPT: [16, 32],
  OET: [48, 32],
  TPT: [80, 32],
  TET: [112, 32],
  /** Translator, with contact details. */
  TN: [144, 32],
  TCD: [176, 32],
  /** Subtitle list reference code. */
  SLR: [208, 16],
  /** Dates of creation and revision, YYMMDD. */
  CD: [224, 6],
  RD: [230, 6],
  /** Revision number. */
  RN: [236, 2],
  /** Number of blocks, of subtitles, of subtitle groups. */
  TNB: [238, 5],
  TNS: [243, 5],
  TNG: [248, 3],
  /** Most characters in a row, most rows. */
  MNC: [251, 2],
  MNR: [253, 2],
  /** 1 when the time codes are intended for use. */
  TCS: [255, 1],
  /** Time codes of the start of the programme and of the first subtitle, HHMMSSFF. */
  TCP: [256, 8],
  TCF: [264, 8],
  /** Number of disks, and which one this is. */
  TND: [272, 1],
  DSN: [273, 1],
  /** Country of origin. */
  CO: [274, 3],
  /** Publisher; editor, with contact details. */
  PUB: [277, 32],
  EN: [309, 32],
  ECD: [341, 32],
  /** User-defined area, bytes of any kind. */
  UDA: [448, 576],
} as const satisfies Record<string, readonly [offset: number, length: number]>

export type GsiField = keyof typeof gsiFields

/** The bytes of a field. */
export function getGsiBytes(gsi: Uint8Array, field: GsiField): Uint8Array {
  const [offset, length] = gsiFields[field]
  return gsi.subarray(offset, offset + length)
}

/** The text of a field, in the block's code page; padding included. */
export function readGsiField(gsi: Uint8Array, field: GsiField): string {
  return decodeCodePage(getGsiBytes(gsi, field), readAscii(gsi, 'CPN'))
}

/** A whole number without a sign; undefined when the field holds none. */
export function readGsiNumber(gsi: Uint8Array, field: GsiField): number | undefined {
  const text = readAscii(gsi, field).trim()
  return /^\d+$/.test(text) ? Number(text) : undefined
}

/** A field of digits and letters. */
export function readAscii(gsi: Uint8Array, field: GsiField): string {
  return String.fromCharCode(...getGsiBytes(gsi, field))
}

/** Sets a field, padded with spaces; what is too long is cut off. */
export function setGsiField(gsi: Uint8Array, field: GsiField, bytes: ArrayLike<number>): void {
  const target = getGsiBytes(gsi, field).fill(0x20)
  for (let index = 0; index < Math.min(bytes.length, target.length); index++) target[index] = bytes[index]!
}

/** Sets a field of ASCII text. */
export function setGsiText(gsi: Uint8Array, field: GsiField, text: string): void {
  setGsiField(
    gsi,
    field,
    Array.from(text, character => character.charCodeAt(0)),
  )
}

/** Sets a number with leading zeros, unless the field says it already in another way. */
export function setGsiNumber(gsi: Uint8Array, field: GsiField, value: number): void {
  const [, length] = gsiFields[field]
  if (readGsiNumber(gsi, field) === value) return
  setGsiText(gsi, field, String(Math.min(value, 10 ** length - 1)).padStart(length, '0'))
}
