import { readFile } from 'node:fs/promises'
import { brokenRule } from '@rushes/contract'
import type { ArchivedItem, StagedFile } from '../../../platform/archive/index.ts'
import type { Platform } from '../../../platform/context.ts'
import type { ReceivedMember } from '../import/receive.ts'
import { findMemberKind } from './members.ts'

/** Files of an archive, each of which belongs to one thing of it. */
export class StagedFiles {
  readonly #platform: Platform
  readonly #members: ReadonlyMap<string, ReceivedMember>
  readonly #taken = new Set<string>()
  readonly #adoptions: { readonly path: string; readonly blobKey: string }[] = []
  #bytes = 0

  constructor(platform: Platform, members: ReadonlyMap<string, ReceivedMember>) {
    this.#platform = platform
    this.#members = members
  }

  /** The bytes of a thing, to be read. Throws ValidationError where they are missing, others, or somebody else's. */
  find(item: ArchivedItem, size: number): StagedFile {
    const path = this.#take(item, size)
    return { size, read: () => readFile(path) }
  }

  /** Has the bytes of a thing made a blob by `adoptAll`. */
  willAdopt(item: ArchivedItem, size: number, blobKey: string): void {
    this.#adoptions.push({ path: this.#take(item, size), blobKey })
    this.#bytes += size
  }

  #take({ file = '' }: ArchivedItem, size: number): string {
    const member = findMemberKind(file) === 'file' ? this.#members.get(file) : undefined
    if (member?.path === undefined) throw brokenRule('/file', `${JSON.stringify(file)} is no file of the archive`)
    if (member.size !== size) throw brokenRule('/size', `is not the ${member.size} bytes of ${file}`)
    if (this.#taken.has(file)) throw brokenRule('/file', `${file} belongs to something else already`)
    this.#taken.add(file)
    return member.path
  }

  get blobKeys(): string[] {
    return this.#adoptions.map(({ blobKey }) => blobKey)
  }

  /** Of all that become blobs. */
  get adoptedBytes(): number {
    return this.#bytes
  }

  /** Makes all of them blobs, or none. */
  async adoptAll(): Promise<void> {
    const { blobs } = this.#platform
    const begun: string[] = []
    try {
      for (const { path, blobKey } of this.#adoptions) {
        begun.push(blobKey)
        await blobs.adopt(path, blobKey)
      }
    } catch (error) {
      for (const blobKey of begun) await blobs.delete(blobKey)
      throw error
    }
  }
}
