/** What belongs to one export or import, made when it is first asked for, and forgotten with it. */
export function remember<K extends object, T>(make: () => T): (of: K) => T {
  const kept = new WeakMap<K, T>()
  return of => {
    const known = kept.get(of) ?? make()
    kept.set(of, known)
    return known
  }
}
