const texts = new WeakMap<object, string>()

/** A list shorter than this is made at once. */
const longList = 100

/**
 * A large value as JSON, made once: for what is written to the database and answered as well. The members of long lists
 * are remembered one by one, so that a list of which one has changed costs one. The value must not change.
 */
export function toJsonText(value: object): string {
  const known = texts.get(value)
  if (known !== undefined) return known
  const text = Array.isArray(value) ? listToPieces(value).join(',') : objectToText(value)
  texts.set(value, text)
  return text
}

function objectToText(value: object): string {
  const pieces: string[] = []
  let isPlain = true
  for (const [name, member] of Object.entries(value)) {
    if (Array.isArray(member) && member.length >= longList) {
      for (const piece of listToPieces(member, `${JSON.stringify(name)}:`)) pieces.push(piece)
      isPlain = false
    } else {
      const text = JSON.stringify(member)
      if (text !== undefined) pieces.push(`${JSON.stringify(name)}:${text}`)
    }
  }
  return isPlain ? JSON.stringify(value) : `{${pieces.join(',')}}`
}

/** Texts with commas between them: put together once, since a long text is slow to copy. */
function listToPieces(list: readonly unknown[], before = ''): string[] {
  if (list.length < longList) return [`${before}${JSON.stringify(list)}`]
  const pieces = list.map(memberToText)
  pieces[0] = `${before}[${pieces[0]}`
  pieces.push(`${pieces.pop()}]`)
  return pieces
}

function memberToText(member: unknown): string {
  if (typeof member !== 'object' || member === null) return JSON.stringify(member) ?? 'null'
  const known = texts.get(member)
  if (known !== undefined) return known
  const text = JSON.stringify(member)
  texts.set(member, text)
  return text
}
