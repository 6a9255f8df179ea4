import { brokenRule } from '@rushes/contract'
import { type DeliveryProfile, findDeliveryProfile, listDeliveryProfiles } from '@rushes/timed-text'

/** Whom a request delivers to. Throws ValidationError for one whose rules are not known. */
export function readDelivery(
  id: string | undefined,
  path: string,
  language: string | undefined,
): DeliveryProfile | undefined {
  if (id === undefined) return undefined
  const profile = findDeliveryProfile(id, language)
  const ids = listDeliveryProfiles().map(known => known.id)
  if (!profile) throw brokenRule(path, `must be one of ${ids.join(', ')}`)
  return profile
}
