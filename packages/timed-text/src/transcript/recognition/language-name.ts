/** BCP 47 of a language that an engine names in words (`english`) or by its code; undefined for neither. */
export function toLanguageTag(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const text = name.trim().toLowerCase()
  if (/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/.test(text)) return text.replaceAll('_', '-')
  names ??= listNames()
  return names.get(text)
}

let names: Map<string, string> | undefined

/** The English names of all languages with a code of two letters. */
function listNames(): Map<string, string> {
  const display = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  return new Map(
    letters
      .flatMap(first => letters.map(second => first + second))
      .flatMap(code => {
        const name = display.of(code)
        return name === undefined ? [] : [[name.toLowerCase(), code] as const]
      }),
  )
}
