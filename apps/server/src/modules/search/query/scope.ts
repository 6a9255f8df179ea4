import { sql } from 'kysely'
import type { Restriction, SearchScope } from '../documents/document.ts'
import type { Condition } from './conditions.ts'
import { type Plan, planExists, planTerms } from './plan.ts'

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

/** The part of a scope that is values of fields: all of these plans must hold. */
export function toScopePlans(scope: SearchScope): Plan[] {
  return [scope.restrictTo ?? []].flat().map(toRestrictionPlan)
}

function toRestrictionPlan(restriction: Restriction): Plan {
  if ('anyOf' in restriction) {
    if (restriction.anyOf.length === 0) return { kind: 'nothing' }
    return { kind: 'group', must: [], should: restriction.anyOf.map(toRestrictionPlan), mustNot: [] }
  }
  if (!('field' in restriction)) return planAnyOf('attachedEditorialObjectId', restriction.attachedEditorialObjectIds)
  const held = planAnyOf(restriction.field, restriction.values)
  if (restriction.orAbsent !== true) return held
  const everything: Plan = { kind: 'everything' }
  const absent: Plan = { kind: 'group', must: [everything], should: [], mustNot: [planExists(restriction.field)] }
  return { kind: 'group', must: [], should: [held, absent], mustNot: [] }
}

function planAnyOf(field: string, values: readonly (string | number)[]): Plan {
  if (values.length === 0) return { kind: 'nothing' }
  return planTerms(
    field,
    values.map(value => ({ kind: 'text', text: String(value) })),
    0,
  )
}
