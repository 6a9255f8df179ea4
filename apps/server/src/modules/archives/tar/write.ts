import { blockBytes, countPadding, type TarMember, writeHeader } from './header.ts'

/** A member with its bytes, which must be as many as it says. */
export interface WrittenMember extends TarMember {
  read(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

const endBytes = 2 * blockBytes

/** How long an archive of these members is, in bytes. */
export function measureTar(sizes: Iterable<number>): number {
  let length = endBytes
  for (const size of sizes) length += blockBytes + size + countPadding(size)
  return length
}

/** An archive as it is read; `modified` is in seconds since 1970. Throws for a member that is not as long as it says. */
export async function* writeTar(
  members: Iterable<WrittenMember> | AsyncIterable<WrittenMember>,
  modified: number,
): AsyncGenerator<Uint8Array> {
  for await (const member of members) {
    yield writeHeader(member, modified)
    let written = 0
    for await (const bytes of member.read()) {
      written += bytes.length
      if (written > member.size) break
      yield bytes
    }
    if (written !== member.size) throw new Error(`${member.name} has ${written} bytes instead of ${member.size}`)
    yield Buffer.alloc(countPadding(member.size))
  }
  yield Buffer.alloc(endBytes)
}
