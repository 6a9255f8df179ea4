import type { Restriction, SearchScope } from '../documents/document.ts'
import { type Plan, planExists, planTerms } from './plan.ts'

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
    { ms: 0 },
  )
}
