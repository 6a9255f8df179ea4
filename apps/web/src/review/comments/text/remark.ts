/** The text of comments: people type `@anna` and `#light`; stored are `@{12,anna}` and `#{light}`. */

/** Someone who can be mentioned. */
export interface Person {
  readonly id: number
  readonly username: string
  readonly name: string
}

/** A piece of a comment. */
export type Piece = { text: string } | { mention: string; userId: number } | { tag: string }

const marker = /@\{(\d+),([^}]*)\}|#\{([^}]*)\}/g

/** A stored text as what is shown. */
export function readPieces(description: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of description.matchAll(marker)) {
    const [whole, userId, username, tag] = match
    if (match.index > end) pieces.push({ text: description.slice(end, match.index) })
    pieces.push(tag === undefined ? { mention: username ?? '', userId: Number(userId) } : { tag })
    end = match.index + whole.length
  }
  if (end < description.length) pieces.push({ text: description.slice(end) })
  return pieces
}

/** A stored text as people type it. */
export function toTyped(description: string): string {
  return readPieces(description)
    .map(piece => ('text' in piece ? piece.text : 'tag' in piece ? `#${writeTag(piece.tag)}` : `@${piece.mention}`))
    .join('')
}

function writeTag(tag: string): string {
  return /^[\p{L}\p{N}_-]+$/u.test(tag) ? tag : `{${tag}}`
}

/** What is stored of a typed text: mentions of these people and tags are marked, and listed beside it. */
export function toRemark(typed: string, people: readonly Person[]) {
  const mentionIds = new Set<number>()
  const tags = new Set<string>()
  const description = typed
    .trim()
    .replaceAll(
      /(?<![\p{L}\p{N}])([@#])(?:\{([^}]*)\}|([\p{L}\p{N}_.-]*[\p{L}\p{N}_-]))/gu,
      (whole, sign, braced, plain) => {
        const word: string = braced ?? plain
        if (sign === '#') {
          tags.add(word)
          return `#{${word}}`
        }
        const person = people.find(({ username }) => username === word)
        if (!person) return whole
        mentionIds.add(person.id)
        return `@{${person.id},${person.username}}`
      },
    )
  return { description, mentionIds: [...mentionIds], tags: [...tags] }
}

/** The word that is being typed after an `@`, just before the cursor. */
export function findMentionStart(typed: string, cursor: number): { from: number; word: string } | undefined {
  const match = /(?<![\p{L}\p{N}])@([\p{L}\p{N}_.-]*)$/u.exec(typed.slice(0, cursor))
  return match ? { from: match.index, word: match[1] ?? '' } : undefined
}

/** As many as are suggested at once. */
const mostSuggested = 6

/** People whose name begins or goes on with a word that is being typed after an `@`. */
export function suggestPeople(people: readonly Person[], word: string): Person[] {
  const wanted = word.toLowerCase()
  return people
    .filter(({ username, name }) => username.toLowerCase().startsWith(wanted) || name.toLowerCase().includes(wanted))
    .slice(0, mostSuggested)
}
