import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * A square picture of black and white modules as PNG (1 bit of grey):
 *
 *     | signature | IHDR: size, bit depth 1, grey | IDAT: a filter byte and the bits of each row, deflated | IEND |
 *
 * `true` is black; each module is `scale` pixels wide.
 */
export function toPng(modules: readonly (readonly boolean[])[], scale: number): Buffer {
  const size = modules.length * scale
  const rowBytes = 1 + Math.ceil(size / 8)
  const rows = Buffer.alloc(rowBytes * size)
  for (let y = 0; y < size; y++) {
    const row = modules[Math.floor(y / scale)]!
    for (let x = 0; x < size; x++) {
      if (row[Math.floor(x / scale)]) continue
      const at = y * rowBytes + 1 + (x >> 3)
      rows[at] = rows[at]! | (0x80 >> (x & 7))
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header[8] = 1
  return Buffer.concat([signature, toChunk('IHDR', header), toChunk('IDAT', deflateSync(rows)), toChunk('IEND')])
}

function toChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}
