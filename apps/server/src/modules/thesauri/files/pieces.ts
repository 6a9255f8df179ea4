import { setImmediate } from 'node:timers/promises'

const pieceLength = 256 * 1024

/** A text in pieces; between them others are served. */
export async function* cutToPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceLength) {
    yield text.slice(at, at + pieceLength)
    await setImmediate()
  }
}
