/**
 * Writes runs of text inside nested tags. Each run names its tags from the outermost to the innermost, as they stand
 * between the angle brackets (`font color="#ffffff"`, `c.loud`); tags that the next run shares stay open.
 */
export function createTagWriter(): {
  /** Writes a run; without `tags`, in those that are open. `lead` is written after the tags and before the text. */
  write: (text: string, tags?: readonly string[], lead?: string) => void
  finish: () => string
} {
  const open: string[] = []
  let content = ''
  const closeTo = (depth: number) => {
    while (open.length > depth) content += `</${toName(open.pop()!)}>`
  }
  return {
    write(text, tags = open, lead = '') {
      let shared = 0
      while (shared < tags.length && tags[shared] === open[shared]) shared++
      closeTo(shared)
      for (let depth = shared; depth < tags.length; depth++) {
        const tag = tags[depth]!
        open.push(tag)
        content += `<${tag}>`
      }
      content += lead + text
    },
    finish() {
      closeTo(0)
      return content
    },
  }
}

/** The letters that a tag begins with. */
function toName(tag: string): string {
  let end = 0
  while (tag.charCodeAt(end) >= 0x61 && tag.charCodeAt(end) <= 0x7a) end++
  return tag.slice(0, end)
}

/** The same function, asked again for what it was asked last: the lines of a cue mostly share one style object. */
export function rememberLast<Input, Output>(find: (input: Input) => Output): (input: Input) => Output {
  let last: { input: Input; output: Output } | undefined
  return input => {
    if (!last || last.input !== input) last = { input, output: find(input) }
    return last.output
  }
}
