/**
 * The audit: who did what about access, and what was refused. Only added to; written in the transaction of what it
 * reports, or at once for a refusal. It holds no password, no code and no token.
 */

import { type ColumnType, type Generated, sql } from 'kysely'
import type { RetainedRows } from '../background/retention/retention.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database/index.ts'
import { describeActor } from '../events/log.ts'

export const auditActions = [
  'login',
  'login.secondFactor',
  'login.singleSignOn',
  'login.share',
  'logout',
  'lock',
  'unlock',
  'secondFactor.enable',
  'secondFactor.disable',
  'secondFactor.renewCodes',
  'password.change',
  'password.forgot',
  'password.reset',
  'accessToken.create',
  'accessToken.delete',
  'session.delete',
  'user.create',
  'user.state',
  'rights.change',
  'invitation.fail',
  'share.create',
  'share.change',
  'share.delete',
  'share.identify',
  'production.export',
  'production.import',
] as const
export type AuditAction = (typeof auditActions)[number]

/** What is to be kept; who and in which request are added here. */
export interface AuditRecord {
  readonly action: AuditAction
  /** False for what was refused. */
  readonly succeeded: boolean
  /** Whom it is about. */
  readonly userId?: number | undefined
  readonly accountId?: number | undefined
  readonly productionId?: number | undefined
  readonly shareId?: number | undefined
  /** The caller's network address. */
  readonly address?: string | undefined
  /** Small, and nothing secret: what was granted, why something was refused. */
  readonly detail?: Readonly<Record<string, unknown>> | undefined
}

export interface AuditTable {
  id: Generated<number>
  created: number
  action: AuditAction
  succeeded: boolean
  user_id: number | null
  account_id: number | null
  production_id: number | null
  share_id: number | null
  address: string | null
  request_id: string
  actor: ColumnType<Record<string, unknown>, string, never>
  detail: ColumnType<Record<string, unknown>, string, never>
}

declare module '../database/tables.ts' {
  interface Tables {
    audit: AuditTable
  }
}

/** Adds a record, in the transaction when there is one. */
export async function recordAudit(ctx: Context, record: AuditRecord): Promise<void> {
  await ctx.db
    .insertInto('audit')
    .values({
      created: ctx.platform.clock.now(),
      action: record.action,
      succeeded: record.succeeded,
      user_id: record.userId ?? null,
      account_id: record.accountId ?? null,
      production_id: record.productionId ?? null,
      share_id: record.shareId ?? null,
      address: record.address ?? null,
      request_id: ctx.requestId,
      actor: JSON.stringify(describeActor(ctx.actor)),
      detail: JSON.stringify(record.detail ?? {}),
    })
    .execute()
  const outcome = record.succeeded ? 'succeeded' : 'refused'
  ctx.platform.figures.audited.inc({ action: record.action, outcome })
}

/** Which records are asked for; times are epoch milliseconds, `until` is excluded. */
export interface AuditQuery {
  readonly action?: string | undefined
  readonly userId?: number | undefined
  readonly accountId?: number | undefined
  readonly productionId?: number | undefined
  readonly shareId?: number | undefined
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly offset: number
  readonly limit: number
}

/** Records, the latest first, and how many there are in all. */
export async function readAudit(db: Database, query: AuditQuery) {
  let wanted = db.selectFrom('audit')
  if (query.action !== undefined) wanted = wanted.where('action', '=', query.action as AuditAction)
  if (query.userId !== undefined) wanted = wanted.where('user_id', '=', query.userId)
  if (query.accountId !== undefined) wanted = wanted.where('account_id', '=', query.accountId)
  if (query.productionId !== undefined) wanted = wanted.where('production_id', '=', query.productionId)
  if (query.shareId !== undefined) wanted = wanted.where('share_id', '=', query.shareId)
  if (query.since !== undefined) wanted = wanted.where('created', '>=', query.since)
  if (query.until !== undefined) wanted = wanted.where('created', '<', query.until)
  const rows = await wanted.selectAll().orderBy('id', 'desc').offset(query.offset).limit(query.limit).execute()
  const { count } = await wanted.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  return { rows, total: count }
}

/** Records of long ago; only retention may delete any. */
export const retainedAudit: RetainedRows = {
  records: 'audit',
  table: 'audit',
  key: 'id',
  wasOver: instant => sql<boolean>`created < ${instant}::bigint`,
}
