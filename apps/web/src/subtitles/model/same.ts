/** Values of JSON compared by what they say: stores give members back in another order. */

/** Whether two values say the same; a member that is undefined is none. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const members = listMembers(a)
  return (
    members.length === listMembers(b).length && members.every(([name, value]) => isSame(value, Reflect.get(b, name)))
  )
}

/** A text that is the same for values that say the same. */
export function toCanonicalText(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(listMembers(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

function listMembers(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, member]) => member !== undefined)
}
