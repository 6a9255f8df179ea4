/** The tags around a run of text, and how they are opened and closed. */
export interface TagSet {
  /** From the outermost to the innermost, as they stand between the angle brackets (`font color="#ffffff"`, `c.loud`). */
  readonly tags: readonly string[]
  readonly opening: string
  readonly closing: string
}

export const noTags: TagSet = { tags: [], opening: '', closing: '' }

export function createTagSet(tags: readonly string[]): TagSet {
  return { tags, opening: openFrom(tags, 0), closing: closeTo(tags, 0) }
}

/** What stands between a run in some tags and one in others: those that both have stay open. */
export function changeTags(from: TagSet, to: TagSet): string {
  if (from === to) return ''
  if (from === noTags) return to.opening
  if (to === noTags) return from.closing
  let shared = 0
  while (shared < to.tags.length && to.tags[shared] === from.tags[shared]) shared++
  return closeTo(from.tags, shared) + openFrom(to.tags, shared)
}

function openFrom(tags: readonly string[], depth: number): string {
  let text = ''
  for (let index = depth; index < tags.length; index++) text += `<${tags[index]}>`
  return text
}

function closeTo(tags: readonly string[], depth: number): string {
  let text = ''
  for (let index = tags.length - 1; index >= depth; index--) text += `</${toName(tags[index]!)}>`
  return text
}

/** The letters that a tag begins with. */
function toName(tag: string): string {
  let end = 0
  while (tag.charCodeAt(end) >= 0x61 && tag.charCodeAt(end) <= 0x7a) end++
  return tag.slice(0, end)
}

/** How many different styles of a document are remembered. */
const maxRemembered = 1000

/** The tags of styles, found once for each style object: the runs of a document share few of them. */
export class TagMemory<Style extends object> {
  readonly #known = new Map<Style, TagSet>()
  #last: Style | undefined
  #lastTags: TagSet = noTags

  /** The tags of a style; undefined where `find` does not find them, and it is asked again then. */
  get(style: Style, find: (style: Style) => readonly string[] | undefined): TagSet | undefined {
    if (style === this.#last) return this.#lastTags
    let tags = this.#known.get(style)
    if (!tags) {
      const found = find(style)
      if (!found) return undefined
      tags = createTagSet(found)
      if (this.#known.size < maxRemembered) this.#known.set(style, tags)
    }
    this.#last = style
    this.#lastTags = tags
    return tags
  }
}
