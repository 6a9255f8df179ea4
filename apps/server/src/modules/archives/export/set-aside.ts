import { createHash } from 'node:crypto'
import { Spool } from '../../../platform/blobs/spool.ts'
import { assertLength, longestLine, toPlace } from '../files/line-file.ts'

/** A member of an archive to be, whose bytes are there to be read once. */
export interface GatheredMember {
  readonly name: string
  readonly size: number
  /** In hexadecimal, where it is known before the bytes are read. */
  readonly sha256?: string
  read(): AsyncIterable<Uint8Array>
}

/** Lines are put aside in pieces of this size. */
const pieceBytes = 256 * 1024

/** Puts lines aside in a file without a name, as a member. */
export async function setLinesAside(
  name: string,
  items: AsyncIterable<object>,
  folder: string,
): Promise<{ member: GatheredMember; count: number; close: () => Promise<void> }> {
  const spool = new Spool(folder)
  const hash = createHash('sha256')
  let [texts, letters, count]: [string[], number, number] = [[], 0, 0]
  const put = async () => {
    const piece = Buffer.from(texts.join(''))
    texts = []
    letters = 0
    hash.update(piece)
    await spool.append(piece)
  }
  try {
    for await (const item of items) {
      const line = `${JSON.stringify(item)}\n`
      count++
      // A letter has three bytes at most.
      if (3 * line.length > longestLine) assertLength(Buffer.byteLength(line) - 1, toPlace(name, count))
      texts.push(line)
      letters += line.length
      if (letters >= pieceBytes) await put()
    }
    if (texts.length > 0) await put()
  } catch (error) {
    await spool.close()
    throw error
  }
  const member = { name, size: spool.size, sha256: hash.digest('hex'), read: () => spool.read() }
  return { member, count, close: () => spool.close() }
}

/** Small files put aside together, to be read in the order in which they came. */
export class FilesAside {
  readonly members: GatheredMember[] = []
  readonly #spool: Spool
  #reading: AsyncGenerator<Buffer> | undefined

  /** `folder` is where a file would be made. */
  constructor(folder: string) {
    this.#spool = new Spool(folder)
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const sha256 = createHash('sha256').update(piece).digest('hex')
    await this.#spool.append(piece)
    this.members.push({ name, size: piece.length, sha256, read: () => this.#readNext() })
  }

  async *#readNext(): AsyncGenerator<Uint8Array> {
    this.#reading ??= this.#spool.read()
    const { value } = await this.#reading.next()
    if (value) yield value
  }

  close(): Promise<void> {
    return this.#spool.close()
  }
}
