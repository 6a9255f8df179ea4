import type { SearchScope } from '../../../documents/document.ts'
import { toField, toValue } from '../fields.ts'
import { nothing } from './conditions.ts'
import { matchTerms, type Parameters } from './parameters.ts'

/** The part of a scope that is columns: all of these must hold. Throws when a scope names neither production nor account and does not say `all`. */
export function toScopeConditions(scope: SearchScope, parameters: Parameters): string[] {
  const { productionId, productionIds, accountId, mediaObjectId } = scope
  const match = (field: string, values: readonly number[]) =>
    values.length === 0 ? nothing : matchTerms(parameters, toField('v', field), values.map(toValue))
  const limits = [
    productionId === undefined ? undefined : match('productionId', [productionId]),
    productionIds && match('productionId', productionIds),
    accountId === undefined ? undefined : match('accountId', [accountId]),
  ].filter(limit => limit !== undefined)
  if (limits.length === 0 && scope.all !== true) throw new TypeError('a search needs a production, an account, or all')
  if (mediaObjectId !== undefined) limits.push(match('mediaObjectId', [mediaObjectId]))
  return [matchTerms(parameters, 'kind', [scope.kind].flat()), ...limits]
}
