/** New names of clips by a pattern. Pure. */

/** `{name}` is the name as it is, `{n}` a number from `first` on, `{n:3}` one of three digits. */
export function toNames(pattern: string, names: readonly string[], first = 1): string[] {
  return names.map((name, index) =>
    pattern
      .replaceAll(/\{(name|n(?::(\d))?)\}/g, (_, what, digits = '1') =>
        what === 'name' ? name : String(first + index).padStart(Number(digits), '0'),
      )
      .trim(),
  )
}
