import type { Generated } from 'kysely'
import { actingUserId, type Context } from '../context.ts'

/** The columns that every resource's table has (http-19). Times are epoch milliseconds. */
export interface ResourceColumns {
  id: Generated<number>
  version: Generated<number>
  created: number
  created_by: string
  creator_id: number | null
  modified_by: string
  last_updated: number
}

/** Columns of a new row. */
export function newResourceColumns(ctx: Context) {
  const now = ctx.platform.clock.now()
  return {
    created: now,
    created_by: ctx.actor.kind === 'service' ? ctx.requestId : 'REST',
    creator_id: actingUserId(ctx.actor) ?? null,
    modified_by: ctx.requestId,
    last_updated: now,
  }
}

/** Columns of a changed row; the caller raises `version` in the statement itself. */
export function changedResourceColumns(ctx: Context) {
  return { modified_by: ctx.requestId, last_updated: ctx.platform.clock.now() }
}

/** A row's shared columns as members of its resource. */
export function toResourceFields(row: {
  id: number
  version: number
  created: number
  created_by: string
  creator_id: number | null
  modified_by: string
  last_updated: number
}) {
  return {
    id: row.id,
    version: row.version,
    created: row.created,
    createdBy: row.created_by,
    ...(row.creator_id === null ? {} : { creatorId: row.creator_id }),
    modifiedBy: row.modified_by,
    lastUpdated: row.last_updated,
  }
}
