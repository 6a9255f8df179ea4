import type { Client } from '@rushes/client'
import type { ProductionImport } from '@rushes/contract'
import { readTar } from '../tar/read.ts'
import { measureTar, writeTar } from '../tar/write.ts'

/** Members of an archive by their names, in their order. */
export type Members = Map<string, Buffer>

/** Fetches an archive whole. */
export async function fetchArchive(
  api: Client,
  prId: number,
  query: { media?: 'original' | 'all' | 'none' } = {},
): Promise<Buffer> {
  const response = await api.archives.exportProduction({ prId, query })
  return Buffer.from(await response.arrayBuffer())
}

export function sendArchive(
  api: Client,
  accountId: number,
  bytes: Buffer,
  query: { name?: string; waitForIndex?: boolean } = {},
): Promise<ProductionImport> {
  return api.archives.importProduction({ id: accountId, body: new Blob([new Uint8Array(bytes)]), query })
}

export async function unpack(archive: Buffer): Promise<Members> {
  const members: Members = new Map()
  async function* whole() {
    yield archive
  }
  for await (const { name, bytes } of readTar(whole())) members.set(name, Buffer.concat(await Array.fromAsync(bytes)))
  return members
}

/** Writes members as an archive, whatever they are called. */
export async function pack(members: Iterable<readonly [name: string, bytes: Buffer]>): Promise<Buffer> {
  const listed = Array.from(members, ([name, bytes]) => ({ name, size: bytes.length, read: () => [bytes] }))
  const archive = Buffer.concat(await Array.fromAsync(writeTar(listed, 0)))
  if (archive.length !== measureTar(listed.map(({ size }) => size))) throw new Error('measured wrongly')
  return archive
}

/** The lines of a part. */
export function linesOf(members: Members, part: string): Record<string, unknown>[] {
  const text = members.get(`${part}.jsonl`)?.toString() ?? ''
  return text.split('\n').flatMap(line => (line === '' ? [] : JSON.parse(line)))
}
