import { blockBytes, countPadding, readHeader, TarFault, type TarMember } from './header.ts'

/** The last record of an archive may be padded: to 10 KiB, unless its writer chose another size. */
const mostFillingBytes = 1024 * 1024

/** A member of an archive that is being read; its bytes come before those of the next one. */
export interface ReadMember extends TarMember {
  /** To be read to its end. */
  readonly bytes: AsyncIterable<Buffer>
}

/** The members of an archive as its bytes come. Throws TarFault for what is no such archive, or ends too early. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<ReadMember> {
  const input = createInput(source)
  try {
    for (;;) {
      const header = await input.take(blockBytes)
      const member = readHeader(header)
      if (!member) break
      const { size } = member
      yield { ...member, bytes: input.pass(size) }
      if (input.left > 0) throw new Error(`${member.name} was not read to its end`)
      await input.take(countPadding(size))
    }
    if ((await input.take(blockBytes)).some(byte => byte !== 0)) throw new TarFault('goes on behind its end')
    let filling = 0
    for await (const bytes of input.rest()) {
      filling += bytes.length
      if (filling > mostFillingBytes || bytes.some(byte => byte !== 0)) throw new TarFault('goes on behind its end')
    }
  } finally {
    await input.leave()
  }
}

/** Bytes as they are asked for, out of pieces as they come. */
function createInput(source: AsyncIterable<Buffer>) {
  const pieces = source[Symbol.asyncIterator]()
  let piece: Buffer = Buffer.alloc(0)
  let left = 0

  async function next(): Promise<Buffer> {
    while (piece.length === 0) {
      const { done, value } = await pieces.next()
      if (done) throw new TarFault('ends before its end: bytes are missing')
      piece = value
    }
    return piece
  }

  async function* some(count: number): AsyncGenerator<Buffer> {
    left = count
    while (left > 0) {
      const found = (await next()).subarray(0, left)
      piece = piece.subarray(found.length)
      left -= found.length
      yield found
    }
  }

  return {
    /** Bytes of the member that have not been read. */
    get left() {
      return left
    },
    pass: (count: number) => some(count),
    async take(count: number): Promise<Buffer> {
      const found: Buffer[] = []
      for await (const bytes of some(count)) found.push(bytes)
      return Buffer.concat(found)
    },
    async *rest(): AsyncGenerator<Buffer> {
      if (piece.length > 0) yield piece
      for (;;) {
        const { done, value } = await pieces.next()
        if (done) return
        yield value
      }
    },
    /** Lets go of the source, wherever it stands. */
    async leave(): Promise<void> {
      await pieces.return?.()
    },
  }
}
