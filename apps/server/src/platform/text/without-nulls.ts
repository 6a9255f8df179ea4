type WithoutNulls<T> = { [K in keyof T]?: Exclude<T[K], null | undefined> }

/** The members that have a value: absent members of a resource are left out of an answer, never null. */
export function withoutNulls<T extends object>(value: T): WithoutNulls<T> {
  const result: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    if (member !== null && member !== undefined) result[name] = member
  }
  return result as WithoutNulls<T>
}
