/** Several ranges of a file in one answer: `multipart/byteranges` (RFC 9110, 14.6). */

import { Readable } from 'node:stream'
import { type ByteRange, countBytes } from './ranges.ts'

/** The answer in the making: its type, its exact length, and its bytes. */
export interface ByteParts {
  readonly contentType: string
  readonly length: number
  read(): Readable
}

/** The ranges of a file of `size` bytes as parts; `read` gives the bytes of one. */
export function toByteParts(
  ranges: readonly ByteRange[],
  { size, mimeType }: { size: number; mimeType: string },
  read: (range: ByteRange) => Promise<Readable>,
): ByteParts {
  const boundary = `rushes-${crypto.randomUUID()}`
  const toHead = ({ start, end }: ByteRange) =>
    `\r\n--${boundary}\r\ncontent-type: ${mimeType}\r\ncontent-range: bytes ${start}-${end}/${size}\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`

  async function* write(): AsyncGenerator<Uint8Array> {
    for (const range of ranges) {
      yield Buffer.from(toHead(range))
      yield* await read(range)
    }
    yield Buffer.from(tail)
  }

  return {
    contentType: `multipart/byteranges; boundary=${boundary}`,
    length: ranges.reduce((sum, range) => sum + toHead(range).length, countBytes(ranges) + tail.length),
    read: () => Readable.from(write(), { objectMode: false }),
  }
}
