/** New names of clips by a pattern. Pure. */

/** The extension of a file: three or four letters of one case, with or without digits. */
const extension = /\.(?:(?=\d*[a-z])[a-z\d]{3,4}|(?=\d*[A-Z])[A-Z\d]{3,4})$/

/**
 * `{name}` is the name as it is, `{n}` a number from `first` on, `{n:3}` one of three digits. The extension of a file
 * name stays at the end.
 */
export function toNames(pattern: string, names: readonly string[], first = 1): string[] {
  return names.map((name, index) => {
    const end = extension.exec(name)?.[0] ?? ''
    const stem = name.slice(0, name.length - end.length)
    const renamed = pattern
      .replaceAll(/\{(name|n(?::(\d))?)\}/g, (_, what, digits = '1') =>
        what === 'name' ? stem : String(first + index).padStart(Number(digits), '0'),
      )
      .trim()
    return renamed === '' || renamed.endsWith(end) ? renamed : renamed + end
  })
}
