/** Takes an archive in: every member aside into a folder, compared with its digest, before anything of it is believed. */

import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { brokenRule } from '@rushes/contract'
import type { TSchema } from 'typebox'
import type { ArchivePart } from '../../../platform/archive/index.ts'
import { notePassingBytes } from '../../../platform/flow/passing-bytes.ts'
import { createValidator } from '../../../platform/text/validate.ts'
import { parseKept } from '../files/kept-json.ts'
import {
  ArchiveFormat,
  ArchiveHead,
  ArchiveManifest,
  formatVersion,
  headName,
  manifestName,
} from '../files/manifest.ts'
import { findMemberKind, toPartMember } from '../files/members.ts'
import type { WorkFolder } from '../files/work-folder.ts'
import { TarFault } from '../tar/header.ts'
import { type ReadMember, readTar } from '../tar/read.ts'

/** A member that has been put aside. */
export interface ReceivedMember {
  readonly name: string
  readonly size: number
  /** Nothing where the bytes were not kept. */
  readonly path: string | undefined
}

/** An archive that came whole and unchanged. */
export interface ReceivedArchive {
  readonly head: ArchiveHead
  readonly members: ReadonlyMap<string, ReceivedMember>
}

const mostMembers = 2_000_000
/** The first and the last member are held in memory. */
const longestHead = 64 * 1024
/** What the manifest may hold beside its members, and what each of these takes there. */
const manifestLimits = { bytes: 64 * 1024 * 1024, values: 1_000_000, bytesOfEach: 256, valuesOfEach: 8 }

/** Receives an archive. Throws ValidationError with what is wrong with it, StorageFullError. */
export async function receiveArchive(
  source: AsyncIterable<Buffer>,
  folder: WorkFolder,
  parts: readonly ArchivePart[],
): Promise<ReceivedArchive> {
  const reception = new Reception(folder, parts)
  try {
    for await (const member of readTar(source)) await reception.take(member)
    return reception.finish()
  } catch (error) {
    throw error instanceof TarFault ? brokenRule('/', `The archive ${error.message}`) : error
  }
}

class Reception {
  readonly #folder: WorkFolder
  readonly #parts: ReadonlySet<string>
  readonly #members = new Map<string, ReceivedMember & { readonly sha256: string }>()
  #head: ArchiveHead | undefined
  #manifest: ArchiveManifest | undefined

  constructor(folder: WorkFolder, parts: readonly ArchivePart[]) {
    this.#folder = folder
    this.#parts = new Set(parts.map(({ name }) => toPartMember(name)))
  }

  async take(member: ReadMember): Promise<void> {
    const { name, size } = member
    const kind = findMemberKind(name)
    if (!kind) throw brokenRule('/', `The archive holds ${JSON.stringify(name)}, which belongs into none`)
    if ((kind === 'head') !== (this.#members.size === 0)) {
      throw brokenRule('/', `The archive does not begin with one ${headName}, or is none of a production`)
    }
    if (this.#manifest) throw brokenRule(`/${name}`, `comes behind ${manifestName}`)
    if (this.#members.has(name)) throw brokenRule(`/${name}`, 'is there twice')
    if (this.#members.size === mostMembers) throw brokenRule('/', `The archive has more than ${mostMembers} members`)
    if (kind === 'part' && !this.#parts.has(name))
      throw brokenRule(`/${name}`, 'is not known to this version of the service')
    if (kind === 'head') return this.#takeHead(member)
    if (kind === 'manifest') return this.#takeManifest(member)
    await this.#folder.assertRoom(size)
    // Copies of what is in the lines need not be stored.
    const path = kind === 'copy' ? undefined : join(this.#folder.path, String(this.#members.size))
    this.#members.set(name, { name, size, path, sha256: await keep(member, path) })
  }

  async #takeHead(member: ReadMember): Promise<void> {
    const { name, text, value } = await this.#readText(member, longestHead)
    assertShape(ArchiveFormat, value, name)
    assertKnownVersion(value as ArchiveFormat)
    assertShape(ArchiveHead, value, name)
    const head = value as ArchiveHead
    const unknown = Object.keys(head.counts).find(part => !this.#parts.has(toPartMember(part)))
    if (unknown !== undefined) throw brokenRule(`/${name}/counts`, `names ${unknown.slice(0, 100)}, which is no part`)
    await this.#folder.assertRoom(head.fileBytes)
    this.#head = head
    this.#noteText(member, text)
  }

  async #takeManifest(member: ReadMember): Promise<void> {
    const { bytes, values, bytesOfEach, valuesOfEach } = manifestLimits
    const count = this.#members.size
    const mostValues = values + count * valuesOfEach
    const { name, text, value } = await this.#readText(member, bytes + count * bytesOfEach, mostValues)
    assertShape(ArchiveManifest, value, name)
    const { members: _members, unwritten: _unwritten, ...head } = value as ArchiveManifest
    if (!isDeepStrictEqual(head, this.#head)) throw brokenRule(`/${name}`, `does not say again what ${headName} says`)
    this.#manifest = value as ArchiveManifest
    this.#noteText(member, text)
  }

  async #readText({ name, size, bytes }: ReadMember, mostBytes: number, mostValues?: number) {
    if (size > mostBytes) throw brokenRule(`/${name}`, `has more than ${mostBytes} bytes`)
    const pieces: Buffer[] = []
    for await (const piece of bytes) pieces.push(Buffer.from(piece))
    const text = Buffer.concat(pieces)
    return { name, text, value: parseKept(text, `/${name}`, mostValues) }
  }

  #noteText({ name, size }: ReadMember, text: Buffer): void {
    const sha256 = createHash('sha256').update(text).digest('hex')
    this.#members.set(name, { name, size, path: undefined, sha256 })
  }

  finish(): ReceivedArchive {
    if (!this.#head || !this.#manifest) throw brokenRule('/', `The archive has no ${manifestName} at its end`)
    const members = new Map(this.#members)
    members.delete(manifestName)
    for (const { name, size, sha256 } of this.#manifest.members) {
      const found = members.get(name)
      if (!found) throw brokenRule(`/${name}`, 'is missing, though the manifest names it')
      if (found.size !== size) throw brokenRule(`/${name}`, `has ${found.size} bytes, not ${size} as the manifest says`)
      if (found.sha256 !== sha256) throw brokenRule(`/${name}`, 'has another digest than the manifest says')
      members.delete(name)
    }
    const [unknown] = members.keys()
    if (unknown !== undefined) throw brokenRule(`/${unknown}`, 'is not named by the manifest, or named twice')
    return { head: this.#head, members: this.#members }
  }
}

function assertKnownVersion({ formatVersion: found }: ArchiveFormat): void {
  if (found === formatVersion) return
  throw brokenRule(`/${headName}/formatVersion`, `is ${found}: this version of the service reads ${formatVersion}`)
}

/** Writes the bytes of a member aside, and gives their digest. */
async function keep({ bytes }: ReadMember, path: string | undefined): Promise<string> {
  const hash = createHash('sha256')
  const file = path === undefined ? undefined : await open(path, 'wx', 0o600)
  try {
    for await (const piece of bytes) {
      hash.update(piece)
      notePassingBytes(piece.length)
      if (file) await write(file, piece)
    }
    // Now, so that nobody has to wait for it once rows are being written.
    await file?.datasync()
  } finally {
    await file?.close()
  }
  return hash.digest('hex')
}

async function write(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten
}

function assertShape(shape: TSchema, value: unknown, name: string): void {
  createValidator(shape, 'ValidationError')(value, `/${name}`)
}
