import { sql } from 'kysely'
import type { SearchScope } from '../../../documents/document.ts'
import type { Condition } from './conditions.ts'

/** The part of a scope that is columns. Throws when a scope names neither production nor account and does not say `all`. */
export function toScopeCondition(scope: SearchScope): Condition {
  const { productionId, productionIds, accountId, mediaObjectId } = scope
  const limits = [
    productionId === undefined ? undefined : sql`d.production_id = ${productionId}`,
    productionIds && sql`d.production_id = any(${productionIds}::bigint[])`,
    accountId === undefined ? undefined : sql`d.account_id = ${accountId}`,
  ].filter(limit => limit !== undefined)
  if (limits.length === 0 && scope.all !== true) throw new TypeError('a search needs a production, an account, or all')
  const kinds = [scope.kind].flat()
  const kind = kinds.length === 1 ? sql`d.kind = ${kinds[0]}` : sql`d.kind = any(${kinds}::text[])`
  if (mediaObjectId !== undefined) limits.push(sql`d.media_object_id = ${mediaObjectId}`)
  return sql`(${sql.join([kind, ...limits], sql` and `)})`
}
