import { createHash } from 'node:crypto'
import {
  brokenRule,
  FileResourceDetails,
  Flag,
  Id,
  Instant,
  largestFileBytes,
  oneOf,
  productionRights,
} from '@rushes/contract'
import Type, { type Static } from 'typebox'
import {
  type ArchivePart,
  type ArchiveSource,
  archivedFields,
  fromArchived,
  toArchived,
} from '../../platform/archive/index.ts'
import type { Context } from '../../platform/context.ts'
import { assertStorable } from '../../platform/text/storable.ts'
import { withoutNulls } from '../../platform/text/without-nulls.ts'
import { assertQuota, toFileName } from '../media/index.ts'
import { findSettingId, getSettings } from '../productions/index.ts'
import { findMimeType } from './kinds.ts'
import * as store from './store.ts'
import type { FileResourceRow } from './tables.ts'

const ArchivedFileResource = Type.Object(
  {
    ...FileResourceDetails.properties,
    ...archivedFields,
    file: Type.String({ maxLength: 100 }),
    filename: Type.String({ minLength: 1, maxLength: 1000 }),
    size: Type.Integer({ minimum: 1, maximum: largestFileBytes }),
    md5Verified: Type.Optional(Instant),
    adminOnly: Flag,
    removeFromQuota: Flag,
    requiredRights: Type.Array(oneOf(...productionRights), { maxItems: productionRights.length }),
    collectionId: Type.Optional(Id),
  },
  { additionalProperties: false },
)
type ArchivedFileResource = Static<typeof ArchivedFileResource>

interface FileColumns {
  readonly row: Parameters<typeof store.insertFileRow>[1]
  readonly bytes: Buffer
}

/** The small files of a production, and the one of its account that its settings name. */
export const fileArchive: ArchivePart<ArchivedFileResource, FileColumns> = {
  name: 'files',
  shape: ArchivedFileResource,
  async *read(ctx, source) {
    for (const row of await listRows(ctx, source)) yield toItem(row, source)
  },
  async *files(ctx, source) {
    for (const { id, size } of await listRows(ctx, source)) {
      const read = async () => {
        const bytes = await store.findFileBytes(ctx.db, id)
        if (!bytes) throw new Error(`the file ${id} has no bytes`)
        return bytes
      }
      yield { name: toMember(id), size, content: { read } }
    }
  },
  async prepare(item, into, ctx) {
    const { funnel, businessKey, customFields, pattern } = item
    assertStorable({ customFields })
    const bytes = await into.file(item, item.size).read()
    if (bytes.length !== item.size) throw brokenRule('/size', `is not that of ${item.file}`)
    const filename = toFileName(item.filename)
    const row = {
      ...fromArchived('files', item, into, ctx),
      account_id: into.accountId,
      production_id: into.productionId,
      editorial_object_id: into.ids.getAny('collections', item.collectionId, '/collectionId'),
      filename,
      mime_type: findMimeType(bytes, filename),
      size: bytes.length,
      md5: createHash('md5').update(bytes).digest('hex'),
      md5_verified: item.md5Verified ?? null,
      admin_only: item.adminOnly,
      remove_from_quota: item.removeFromQuota,
      required_rights: [...new Set(item.requiredRights)],
      details: JSON.stringify({ funnel, businessKey, customFields, pattern }),
    }
    return { row, bytes }
  },
  rowsAtOnce: 1,
  async write(ctx, rows) {
    for (const { row, bytes } of rows) await store.insertFileRow(ctx.db, row, bytes)
  },
  finish: (ctx, { productionId }) => assertQuota(ctx, productionId),
}

async function listRows(ctx: Context, { accountId, productionId }: ArchiveSource): Promise<FileResourceRow[]> {
  const own = await store.listFileRows(ctx.db, { accountId, productionId })
  const named = findSettingId(await getSettings(ctx, productionId, true), 'files')
  if (named === undefined || own.some(({ id }) => id === named)) return own
  const ofAccount = await store.findFileRow(ctx.db, { accountId }, named)
  return ofAccount ? [...own, ofAccount] : own
}

function toMember(id: number): string {
  return `files/${id}`
}

function toItem(row: FileResourceRow, source: ArchiveSource): ArchivedFileResource {
  return {
    ...row.details,
    ...toArchived(row, source),
    file: toMember(row.id),
    filename: row.filename,
    size: row.size,
    ...withoutNulls({ md5Verified: row.md5_verified, collectionId: row.editorial_object_id }),
    adminOnly: row.admin_only,
    removeFromQuota: row.remove_from_quota,
    requiredRights: row.required_rights,
  }
}
