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
      for (const tag of tags.slice(shared)) {
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

function toName(tag: string): string {
  return /^[a-z]*/.exec(tag)![0]
}
