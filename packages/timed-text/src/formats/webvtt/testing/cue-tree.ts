import { SpanTable } from '../cue-text/spans.ts'
import { walkCueText } from '../cue-text/walk-cue-text.ts'

/** The tree of a cue's text as the web platform tests print it: a line for each node, two spaces for each level. */
export function printCueTree(payload: string): string {
  let tree = ''
  let level = 0
  const add = (depth: number, node: string) => {
    tree += `| ${'  '.repeat(depth)}${node}\n`
  }
  walkCueText(
    payload,
    new SpanTable(),
    {
      text: text => add(level, `"${text}"`),
      open({ name = '', depth, classes, annotation }) {
        level = depth
        const isSpan = name === 'c' || name === 'v' || name === 'lang'
        add(depth - 1, `<${isSpan ? 'span' : name}>`)
        if (classes.length > 0) add(depth, `class="${classes.join(' ')}"`)
        if (name === 'v') add(depth, `title="${annotation}"`)
        if (name === 'lang') add(depth, `lang="${annotation}"`)
      },
      close(outer) {
        level = outer.depth
      },
      timestamp: time => add(level, `<?timestamp ${formatTimestamp(time)}>`),
      problem() {},
    },
    true,
  )
  return tree
}

function formatTimestamp(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const clock = [hours, minutes, seconds % 60].map(number => String(number).padStart(2, '0')).join(':')
  return `${clock}.${String(milliseconds % 1000).padStart(3, '0')}`
}
