/** What goes into an archive, as it was at one moment: lines put aside on the disk, files of clips held where they are. */

import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '@rushes/contract'
import type { ArchivedFile, ArchiveSource } from '../../../platform/archive/index.ts'
import type { Context, Platform } from '../../../platform/context.ts'
import { writeAllSubtitles } from '../../subtitles/index.ts'
import { type ArchiveManifest, mostUnwritten, toMessage } from '../files/manifest.ts'
import { toPartMember } from '../files/members.ts'
import type { WorkFolder } from '../files/work-folder.ts'
import { toReadingOrder } from '../parts.ts'
import { FilesAside, type GatheredMember, setLinesAside } from './set-aside.ts'

/** All members of an archive but the first and the last, in their order. */
export interface Gathered {
  readonly members: readonly GatheredMember[]
  /** Lines of each part. */
  readonly counts: Readonly<Record<string, number>>
  readonly fileBytes: number
  readonly unwritten: ArchiveManifest['unwritten']
  close(): Promise<void>
}

/** Reads a production in one snapshot. Throws ConflictError when a clip was deleted at that very moment. */
export async function gather(ctx: Context, source: ArchiveSource, folder: WorkFolder): Promise<Gathered> {
  const closing: (() => Promise<void>)[] = []
  const close = async () => {
    for (const step of closing.splice(0)) await step()
  }
  try {
    return await ctx.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async db => {
        const inner = { ...ctx, db }
        const { lines, counts } = await gatherLines(inner, source, folder, closing)
        const small = new FilesAside(folder.path)
        closing.push(() => small.close())
        const unwritten = await gatherSubtitles(inner, source.productionId, small)
        const { held, fileBytes } = await gatherFiles(inner, source, folder, small)
        return { members: [...lines, ...small.members, ...held], counts, fileBytes, unwritten, close }
      })
  } catch (error) {
    await close()
    throw error
  }
}

async function gatherLines(
  ctx: Context,
  source: ArchiveSource,
  folder: WorkFolder,
  closing: (() => Promise<void>)[],
): Promise<{ lines: GatheredMember[]; counts: Record<string, number> }> {
  const byPart = new Map<string, { member: GatheredMember; count: number }>()
  const { archiveParts } = ctx.platform.services
  for (const part of toReadingOrder(archiveParts)) {
    const aside = await setLinesAside(toPartMember(part.name), part.read(ctx, source), folder.path)
    closing.push(aside.close)
    byPart.set(part.name, aside)
  }
  const inOrder = archiveParts.map(({ name }) => ({ name, ...byPart.get(name)! }))
  return {
    lines: inOrder.map(({ member }) => member),
    counts: Object.fromEntries(inOrder.map(({ name, count }) => [name, count])),
  }
}

/** Gives those that cannot be written, as far as they are named. */
async function gatherSubtitles(ctx: Context, productionId: number, small: FilesAside) {
  const unwritten: ArchiveManifest['unwritten'] = []
  for await (const { mediaObjectId, annotationId, language, extension, ...file } of writeAllSubtitles(
    ctx,
    productionId,
  )) {
    const tag = language.replaceAll(/[^A-Za-z0-9-]/g, '').slice(0, 35)
    const name = `subtitles/${mediaObjectId}/${annotationId}${tag === '' ? '' : `_${tag}`}.${extension}`
    if (file.content) await small.add(name, file.content)
    else if (unwritten.length < mostUnwritten) unwritten.push({ name, message: toMessage(file.fault ?? '') })
  }
  return unwritten
}

async function gatherFiles(ctx: Context, source: ArchiveSource, folder: WorkFolder, small: FilesAside) {
  const held: GatheredMember[] = []
  let fileBytes = 0
  for (const part of ctx.platform.services.archiveParts) {
    for await (const file of part.files?.(ctx, source) ?? []) {
      fileBytes += file.size
      if ('read' in file.content) await small.add(file.name, await file.content.read())
      else held.push(await hold(ctx, file, file.content.blobKey, folder, held.length))
    }
  }
  return { held, fileBytes }
}

/** A second name keeps the bytes of a blob where they are, even if its clip is deleted before they have been read. */
async function hold(
  { platform }: Context,
  { name, size }: ArchivedFile,
  blobKey: string,
  folder: WorkFolder,
  place: number,
): Promise<GatheredMember> {
  const path = join(folder.path, `held-${place}`)
  const isHeld = await platform.blobs.link(blobKey, path).catch(error => {
    throw error instanceof ServiceError && error.type === 'NotFoundError' ? changedMeanwhile() : error
  })
  if (isHeld) return { name, size, read: () => createReadStream(path, { highWaterMark: readBytes }) }
  // A store without second names: a clip that is deleted meanwhile breaks the archive off.
  return { name, size, read: () => readBlob(platform, blobKey) }
}

const readBytes = 1024 * 1024

async function* readBlob({ blobs }: Platform, blobKey: string): AsyncGenerator<Uint8Array> {
  yield* await blobs.read(blobKey)
}

function changedMeanwhile(): ServiceError {
  return new ServiceError('ConflictError', 'A clip was deleted at this moment; try again')
}
