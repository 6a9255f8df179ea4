/** Initials and colours of people, where there is no room for their names. */

/** Hues that differ enough next to each other. */
const hues = [25, 60, 95, 130, 152, 180, 205, 230, 252, 280, 310, 345]

/** The hue of a person, in degrees of OKLCH: of avatars, markers and marks of presence. */
export function toHue(person: string | number): number {
  let hash = 0
  for (const letter of String(person)) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return hues[hash % hues.length] ?? 0
}

/** First letters of the first and the last word. */
export function toInitials(name: string): string {
  const words = name.split(/[\s._-]+|@.*/).filter(word => /^[\p{L}\p{N}]/u.test(word))
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends.map(word => Array.from(word ?? '?')[0]?.toUpperCase()).join('')
}
