import type { AuditRecord, Page } from '@rushes/contract'
import type { Context } from '../../platform/context.ts'
import { type AuditQuery, readAudit } from '../../platform/security/audit.ts'
import { withoutNulls } from '../../platform/text/without-nulls.ts'

const defaultLimit = 100
const largestLimit = 10_000

type Question = Omit<AuditQuery, 'offset' | 'limit'> & {
  limit?: number | undefined
  offset?: number | undefined
  rows?: number | undefined
  start?: number | undefined
}

/** The audit, the latest record first. */
export async function listAudit(ctx: Context, question: Question): Promise<Page<AuditRecord>> {
  const { limit, rows: pageSize, offset, start, ...filters } = question
  const from = offset ?? start ?? 0
  const { rows, total } = await readAudit(ctx.db, {
    ...filters,
    offset: from,
    limit: Math.min(limit ?? pageSize ?? defaultLimit, largestLimit),
  })
  const items = rows.map(row => ({
    id: row.id,
    created: row.created,
    action: row.action,
    succeeded: row.succeeded,
    ...withoutNulls({
      userId: row.user_id,
      accountId: row.account_id,
      productionId: row.production_id,
      shareId: row.share_id,
      address: row.address,
    }),
    requestId: row.request_id,
    actor: row.actor,
    detail: row.detail,
  }))
  return { items, offset: from, total }
}
