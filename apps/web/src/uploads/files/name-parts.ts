/** What one call can name in its address, in characters. */
const maxLetters = 1000

/** Names in parts that one call each can name. */
export function toParts(names: readonly string[]): string[][] {
  const parts: string[][] = []
  let letters = maxLetters
  for (const name of new Set(names)) {
    letters += name.length
    if (letters > maxLetters) {
      parts.push([])
      letters = name.length
    }
    parts.at(-1)?.push(name)
  }
  return parts
}
