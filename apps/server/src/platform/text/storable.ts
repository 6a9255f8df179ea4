import { brokenRule } from '@rushes/contract'

/** Deepest nesting of a free-form member: PostgreSQL and `JSON.stringify` both give up at some depth. */
const deepestMember = 64

/**
 * Refuses free-form members that cannot be kept exactly: nested too deep, or with a number that becomes another one.
 * `isStored` returns whether a value was checked before, at the same depth.
 */
export function assertStorable(members: object, isStored: (value: object) => boolean = () => false): void {
  for (const [name, value] of Object.entries(members)) assertStorableValue(value, `/${name}`, 0, isStored)
}

function assertStorableValue(value: unknown, path: string, depth: number, isStored: (value: object) => boolean): void {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw brokenRule(path, 'holds a number that is too large')
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      throw brokenRule(path, 'holds an integer that cannot be kept exactly')
    }
  }
  if (typeof value !== 'object' || value === null || isStored(value)) return
  if (depth === deepestMember) throw brokenRule(path, `is nested more than ${deepestMember} levels deep`)
  for (const member of Object.values(value)) assertStorableValue(member, path, depth + 1, isStored)
}
