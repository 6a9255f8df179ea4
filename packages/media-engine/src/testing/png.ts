import { crc32, deflateSync } from 'node:zlib'

/** A PNG of one colour (red, green, blue, opacity, each from 0 to 255). */
export function createPng(width: number, height: number, colour: readonly [number, number, number, number]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a sample, red green blue and opacity.
  header.set([8, 6, 0, 0, 0], 8)
  const line = Buffer.concat([
    Buffer.from([0]),
    Buffer.concat(Array.from({ length: width }, () => Buffer.from(colour))),
  ])
  const lines = Buffer.concat(Array.from({ length: height }, () => line))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    toChunk('IHDR', header),
    toChunk('IDAT', deflateSync(lines)),
    toChunk('IEND', Buffer.alloc(0)),
  ])
}

function toChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
