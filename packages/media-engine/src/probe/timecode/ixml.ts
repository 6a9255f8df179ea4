import type { ReadAt } from './bytes.ts'

const maxChunks = 1000
const maxIxmlBytes = 1024 * 1024
/** The size of a chunk of an RF64 file that is larger than 32 bits can say. */
const unknownSize = 0xffffffff

/** The iXML chunk of a wave file, in which recorders say what FFmpeg does not read; undefined without one. */
export function readIxml(read: ReadAt): string | undefined {
  let dataBytes = 0
  for (let at = 12, chunk = 0; chunk < maxChunks; chunk += 1) {
    const head = read(at, 8)
    if (head.length < 8) return undefined
    const [name, size] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)]
    if (name === 'iXML') return read(at + 8, Math.min(size, maxIxmlBytes)).toString()
    if (name === 'ds64') {
      const sizes = read(at + 16, 8)
      dataBytes = sizes.length === 8 ? Number(sizes.readBigUInt64LE()) : 0
    }
    const length = name === 'data' && size === unknownSize ? dataBytes : size
    at += 8 + length + (length % 2)
  }
  return undefined
}
