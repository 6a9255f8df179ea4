/**
 * The header of a member of a tar archive (POSIX.1-1988 ustar), 512 bytes:
 *
 *     | name 100 | mode 8 | uid 8 | gid 8 | size 12 | mtime 12 | checksum 8 | type 1 | link 100 | magic 6 | … |
 *
 * Numbers are octal text; a size of 8 GiB and more is a binary number behind a byte 0x80, as GNU tar writes it and all
 * others read it. Only what we write ourselves is read: plain files with plain names.
 */

export const blockBytes = 512

/** A member of an archive. */
export interface TarMember {
  /** Letters, digits, dots, dashes and slashes; at most 100 bytes. */
  readonly name: string
  /** In bytes. */
  readonly size: number
}

const largestOctal = 8 ** 11 - 1

/** What is wrong with a header, as a reader reports it. */
export class TarFault extends Error {}

/** `modified` is in seconds since 1970. */
export function writeHeader({ name, size }: TarMember, modified: number): Buffer {
  const header = Buffer.alloc(blockBytes)
  if (header.write(name, 0, 100, 'latin1') !== Buffer.byteLength(name)) throw new Error(`${name} is too long for a tar`)
  writeOctal(header, 0o644, 100, 8)
  writeOctal(header, 0, 108, 8)
  writeOctal(header, 0, 116, 8)
  writeSize(header, size)
  writeOctal(header, modified, 136, 12)
  header.fill(' ', 148, 156)
  header.write('0', 156, 'latin1')
  header.write('ustar\u000000', 257, 'latin1')
  const checksum = header.reduce((sum, byte) => sum + byte, 0)
  header.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

function writeOctal(header: Buffer, value: number, at: number, length: number): void {
  header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
}

function writeSize(header: Buffer, size: number): void {
  if (size <= largestOctal) writeOctal(header, size, 124, 12)
  else {
    header[124] = 0x80
    header.writeBigUInt64BE(BigInt(size), 128)
  }
}

/** The member that a header announces; nothing for the empty block that ends an archive. Throws TarFault. */
export function readHeader(header: Buffer): TarMember | undefined {
  if (header.every(byte => byte === 0)) return undefined
  const stored = readOctal(header, 148, 8)
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  if (stored !== sum) throw new TarFault('is no tar archive, or damaged')
  const name = readText(header, 0, 100)
  const type = header.toString('latin1', 156, 157)
  if (type !== '0' && type !== '\0') throw new TarFault(`holds ${name} as something else than a file`)
  // A longer name is split in two. We write none: one name has one spelling.
  if (readText(header, 345, 155) !== '') throw new TarFault(`holds a name that is too long, ending in ${name}`)
  return { name, size: readSize(header) }
}

function readSize(header: Buffer): number {
  if (header[124] !== 0x80) return readOctal(header, 124, 12)
  const size = header.readBigUInt64BE(128)
  if (header.readUInt32BE(124) !== 0x80000000 || size > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new TarFault('holds a file of an impossible size')
  }
  return Number(size)
}

function readOctal(header: Buffer, at: number, length: number): number {
  const text = readText(header, at, length).trim()
  if (!/^[0-7]{1,12}$/.test(text)) throw new TarFault('is no tar archive, or damaged')
  return Number.parseInt(text, 8)
}

function readText(header: Buffer, at: number, length: number): string {
  const end = header.subarray(at, at + length).indexOf(0)
  return header.toString('latin1', at, at + (end < 0 ? length : end))
}

/** Bytes that fill the last block of a member. */
export function countPadding(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes
}
