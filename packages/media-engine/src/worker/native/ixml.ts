import { closeSync, openSync, readSync } from 'node:fs'

const maxChunks = 1000
const maxIxmlBytes = 1024 * 1024
/** The size of a chunk of an RF64 file that is larger than 32 bits can say. */
const unknownSize = 0xffffffff

/** The iXML chunk of a broadcast wave file, in which recorders say what FFmpeg does not read; undefined without one. */
export function readIxml(path: string): string | undefined {
  const file = openSync(path, 'r')
  const read = (position: number, length: number) => {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, position))
  }
  try {
    let dataBytes = 0
    for (let at = 12, chunk = 0; chunk < maxChunks; chunk += 1) {
      const head = read(at, 8)
      if (head.length < 8) return undefined
      const [name, size] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)]
      if (name === 'iXML') return read(at + 8, Math.min(size, maxIxmlBytes)).toString()
      if (name === 'ds64') dataBytes = Number(read(at + 16, 8).readBigUInt64LE())
      const length = name === 'data' && size === unknownSize ? dataBytes : size
      at += 8 + length + (length % 2)
    }
    return undefined
  } finally {
    closeSync(file)
  }
}
