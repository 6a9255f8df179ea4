/**
 * Whether a text matches a pattern of SQL's `like`: `%` is any text, `_` any character, `\` takes the next one as it is.
 * Never slower than the product of the two lengths.
 */
export function matchesLike(text: string, pattern: string): boolean {
  const letters = [...text]
  const parts = parse(pattern)
  let [letter, part] = [0, 0]
  // Where to go on with one more letter under the last `%`.
  let [heldLetter, heldPart] = [0, -1]
  while (letter < letters.length) {
    const wanted = parts[part]
    if (wanted === anyText) {
      heldPart = part++
      heldLetter = letter
    } else if (wanted === anyLetter || (wanted !== undefined && wanted === letters[letter])) {
      part++
      letter++
    } else if (heldPart >= 0) {
      part = heldPart + 1
      letter = ++heldLetter
    } else return false
  }
  while (parts[part] === anyText) part++
  return part === parts.length
}

const anyText = Symbol('%')
const anyLetter = Symbol('_')

function parse(pattern: string): (string | symbol)[] {
  const parts: (string | symbol)[] = []
  let isEscaped = false
  for (const letter of pattern) {
    if (isEscaped) parts.push(letter)
    else if (letter === '%') parts.push(anyText)
    else if (letter === '_') parts.push(anyLetter)
    else if (letter !== '\\') parts.push(letter)
    isEscaped = !isEscaped && letter === '\\'
  }
  return parts
}
