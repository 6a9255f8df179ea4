import type { FileResource } from '@rushes/contract'
import { toResourceFields } from '../../platform/database/resource-columns.ts'
import { withoutNulls } from '../../platform/text/without-nulls.ts'
import type { FileResourceRow } from './tables.ts'

/** A row as its resource. */
export function toFileResource(row: FileResourceRow, publicUrl: string): FileResource {
  const owner = row.production_id === null ? `account/${row.account_id}` : `production/${row.production_id}`
  const href = `${publicUrl}/${owner}/file/${row.id}`
  return {
    ...toResourceFields(row),
    ...row.details,
    ...withoutNulls({
      productionId: row.production_id,
      editorialObjectId: row.editorial_object_id,
      md5VerificationCompleted: row.md5_verified,
    }),
    objectType: 'FileResource',
    accountId: row.account_id,
    filename: row.filename,
    mimeType: row.mime_type,
    size: row.size,
    md5: row.md5,
    md5Partials: [],
    md5VerificationStatus: row.md5_verified === null ? 'NOT_VERIFIED' : 'VERIFIED',
    fingerprints: [],
    location: `${href}/content`,
    onFlow: true,
    onFlowTimestamp: row.created,
    onBackup: false,
    deleted: false,
    adminOnly: row.admin_only,
    removeFromQuota: row.remove_from_quota,
    requiredRights: row.required_rights,
    href,
  }
}
