import { brokenRule, type Fault, type ProductionImport, ServiceError } from '@rushes/contract'
import type { ArchivedItem, ArchiveIds, ArchivePart, ArchiveTarget } from '../../../platform/archive/index.ts'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { getProduction } from '../../productions/index.ts'
import { readLines, toPlace } from '../files/line-file.ts'
import { toPartMember } from '../files/members.ts'
import { numberThings } from '../files/number.ts'
import { StagedFiles } from '../files/staged-files.ts'
import { openWorkFolder } from '../files/work-folder.ts'
import { type ReceivedArchive, receiveArchive } from './receive.ts'

/** What is asked for beside the archive. */
interface ImportRequest {
  readonly accountId: number
  /** What the production is to be called; as it was when absent. */
  readonly name: string | undefined
}

/**
 * Makes a production of an archive: all of it in one transaction, once every byte has come and every line has been
 * looked at. Nothing is left of one that fails or is broken off. Throws ValidationError with the member and the line.
 */
export async function importProduction(
  ctx: Context,
  request: ImportRequest,
  source: AsyncIterable<Buffer>,
): Promise<ProductionImport> {
  const folder = await openWorkFolder(ctx.platform)
  let isCommitting = false
  try {
    const archive = await receiveArchive(source, folder, ctx.platform.services.archiveParts)
    const ids = await numberThings(ctx, archive)
    const files = new StagedFiles(ctx.platform, archive.members)
    const target = toTarget(ctx, request, archive, ids, files)
    await inTransaction(ctx, async ctx => {
      for (const part of ctx.platform.services.archiveParts) await writePart(ctx, part, archive, target)
      await tell(ctx, target, archive)
      await folder.keepJournal({ productionId: target.productionId, blobKeys: files.blobKeys })
      await files.adoptAll()
      isCommitting = true
    })
    const production = await getProduction(ctx, target.productionId)
    await folder.remove()
    return { production, counts: archive.head.counts, leftOut: ids.losses, bytes: files.adoptedBytes }
  } catch (error) {
    // Of a commit whose answer was lost nobody knows yet: the journal in the folder says what to do once that is known.
    if (isCommitting) folder.abandon()
    else await folder.remove()
    throw error
  }
}

function toTarget(
  { actor }: Context,
  { accountId, name }: ImportRequest,
  { head }: ReceivedArchive,
  ids: ArchiveIds,
  files: StagedFiles,
): ArchiveTarget {
  const productionId = ids.find('production', head.production.id)
  if (productionId === undefined || head.counts.production !== 1) {
    throw brokenRule('/production.jsonl', 'does not have the one production of the archive')
  }
  if (actor.kind !== 'user') throw new ServiceError('ForbiddenError', 'Productions are imported by users')
  return {
    productionId,
    accountId,
    userId: actor.userId,
    ids,
    name,
    file: (item, size) => files.find(item, size),
    adopt: (item, size, blobKey) => files.willAdopt(item, size, blobKey),
  }
}

/** What is written at a time. */
const mostWritten = { rows: 500, bytes: 4 * 1024 * 1024 }

async function writePart(
  ctx: Transaction,
  part: ArchivePart,
  { members }: ReceivedArchive,
  target: ArchiveTarget,
): Promise<void> {
  const member = toPartMember(part.name)
  const path = members.get(member)?.path
  const mostRows = Math.min(part.rowsAtOnce ?? mostWritten.rows, mostWritten.rows)
  let [rows, bytes, first]: [unknown[], number, number] = [[], 0, 1]
  const write = async (last: number) => {
    const batch = rows
    rows = []
    bytes = 0
    const place = toPlace(member, first)
    first = last + 1
    if (batch.length > 0) await part.write(ctx, batch, target).catch(error => Promise.reject(toRefusal(error, place)))
  }
  let number = 0
  for await (const line of path === undefined ? [] : readLines(path, member)) {
    number = line.number
    const row = await prepare(ctx, part, line.value as object, target, toPlace(member, number))
    if (row !== undefined) rows.push(row)
    bytes += line.length
    if (rows.length === mostRows || bytes >= mostWritten.bytes) await write(number)
  }
  await write(number)
  await part.finish?.(ctx, target)
}

async function prepare(ctx: Transaction, part: ArchivePart, item: object, target: ArchiveTarget, place: string) {
  try {
    const row = await part.prepare(item, target, ctx)
    const { id } = item as ArchivedItem
    if (id !== undefined) target.ids.note(part.name, id)
    return row
  } catch (error) {
    throw atPlace(error, place)
  }
}

/** The faults of a line below the place of the line. */
function atPlace(error: unknown, place: string): unknown {
  if (!(error instanceof ServiceError) || !Array.isArray(error.data)) return error
  const faults = (error.data as Fault[]).map(({ path, message }) => ({
    path: path === '/' ? place : place + (path.startsWith('/') ? path : `/${path}`),
    message,
  }))
  return new ServiceError('ValidationError', faults.map(({ path, message }) => `${path} ${message}`).join('; '), faults)
}

/** Rows that no table takes: two in one place, one that breaks a check, a number or a text that no column or index holds. */
function toRefusal(error: unknown, place: string): unknown {
  const { code = '', constraint } = error as { code?: string; constraint?: string }
  if (!/^(2[23]|54)/.test(code)) return error
  const rule = constraint === undefined ? '' : ` (${constraint})`
  return brokenRule(place, `or a line that follows holds what cannot be, or what is there already${rule}`)
}

/** One event reports the whole: nobody is to be notified of a million comments that were made long ago, elsewhere. */
async function tell(ctx: Transaction, { productionId, accountId }: ArchiveTarget, { head }: ReceivedArchive) {
  const { name } = await getProduction(ctx, productionId)
  ctx.publish({
    type: 'Production.create',
    verb: 'Production.import',
    productionId,
    accountId,
    object: { objectType: 'Production', id: productionId, name },
    extended: { archive: head },
  })
  const { made, production, serviceVersion } = head
  const detail = { made, serviceVersion, production }
  await recordAudit(ctx, { action: 'production.import', succeeded: true, accountId, productionId, detail })
}
