import { type BlockBytes, decodeBase64 } from './layout/binary.ts'
import { blockLength, textLength, unusedSpace } from './layout/blocks.ts'

/* The blocks that a cue was read from, as its extension keeps them: base64, without the unused space at their end. */

export function encodeSource({ bytes, binary }: BlockBytes, from: number, end: number): string {
  let until = end
  const least = Math.max(from, until - textLength)
  while (until > least && bytes[until - 1] === unusedSpace) until--
  return btoa(binary.slice(from, until))
}

/** The blocks again; undefined for what is no source. */
export function decodeSource(source: unknown): Uint8Array | undefined {
  const kept = decodeBase64(source)
  if (!kept || kept.length === 0) return undefined
  const bytes = new Uint8Array(Math.ceil(kept.length / blockLength) * blockLength).fill(unusedSpace)
  bytes.set(kept)
  return bytes
}
