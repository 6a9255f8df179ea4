import { crc32, deflateSync } from 'node:zlib'

const rgba = { bitDepth: 8, colourType: 6 }
const grey = { bitDepth: 1, colourType: 0 }

/** A PNG of one colour (red, green, blue, opacity, each from 0 to 255). */
export function createPng(width: number, height: number, colour: readonly [number, number, number, number]): Buffer {
  const line = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()])
  return encode(width, height, rgba, Buffer.concat(Array.from({ length: height }, () => line)))
}

/** A black PNG of one bit a pixel: 20,000 by 20,000 pixels are a file of some 50 kB. */
export function createBlackPng(width: number, height: number): Buffer {
  return encode(width, height, grey, Buffer.alloc((1 + Math.ceil(width / 8)) * height))
}

function encode(width: number, height: number, { bitDepth, colourType }: typeof rgba, lines: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bitDepth, colourType], 8)
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
