import { decodeReferences } from '../character-references.ts'
import type { CueLayout, TextPart, TextStyle } from '../document.ts'
import { appendText, createLineCounter, mergeStyles } from '../text-parts.ts'
import { alignmentToLayout } from './alignment.ts'
import { findTag, type StyleTagName, toStylePatch } from './tags.ts'

/** Tags nested deeper than this are ignored, so that the cost of a style stays bounded. */
const maxDepth = 32

export interface CueText {
  readonly textParts: readonly TextPart<number>[]
  readonly layout?: CueLayout
}

/**
 * Reads the text of a cue. Unknown tags are text; unbalanced ones are closed at the end or ignored. `report` gets each
 * problem with the line it stands on, counted from 0 within the text.
 */
export function readMarkup(text: string, report: (problem: string, line: number) => void): CueText {
  const parts: TextPart<number>[] = []
  if (!text.includes('<') && !text.includes('{')) {
    appendText(parts, decodeReferences(text), undefined, undefined)
    return { textParts: parts }
  }
  const open: OpenTag[] = []
  const countLines = createLineCounter(text)
  let alignment: number | undefined
  let textStart = 0

  for (let index = nextMark(text, 0); index < text.length; ) {
    const tag = findTag(text, index)
    if (!tag) {
      index = nextMark(text, index + 1)
      continue
    }
    const reportHere = (problem: string) => report(problem, countLines(index))
    appendText(parts, decodeReferences(text.slice(textStart, index)), open.at(-1)?.style, undefined)
    if (tag.kind === 'break') appendText(parts, '\n', undefined, undefined)
    else if (tag.kind === 'alignment') alignment ??= tag.digit
    else if (tag.kind === 'close') closeTag(open, tag.name, reportHere)
    else if (open.length >= maxDepth) reportHere('A tag was ignored: tags are nested too deeply')
    else {
      const patch = toStylePatch(tag.name, tag.attributes, reportHere)
      open.push({ name: tag.name, patch, style: mergeStyles(open.at(-1)?.style, patch) })
    }
    textStart = tag.end
    index = nextMark(text, tag.end)
  }
  appendText(parts, decodeReferences(text.slice(textStart)), open.at(-1)?.style, undefined)
  if (open.length > 0) report(`<${open.at(-1)!.name}> is not closed`, countLines(text.length))
  const layout = alignment === undefined ? undefined : alignmentToLayout(alignment)
  return { textParts: parts, ...(layout && { layout }) }
}

interface OpenTag {
  readonly name: StyleTagName
  readonly patch: TextStyle
  /** The style of text inside this tag and all around it. */
  readonly style: TextStyle | undefined
}

/** Closes the innermost tag of a name; tags inside it stay open, as players keep them. */
function closeTag(open: OpenTag[], name: StyleTagName, report: (problem: string) => void): void {
  const last = open.findLastIndex(tag => tag.name === name)
  if (last < 0 || last < open.length - 1) report(`</${name}> does not close the tag before it`)
  if (last < 0) return
  for (const { name, patch } of open.splice(last).slice(1)) {
    open.push({ name, patch, style: mergeStyles(open.at(-1)?.style, patch) })
  }
}

/** Index of the next `<` or `{`; the length of the text where there is none. */
function nextMark(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x3c || code === 0x7b) return index
  }
  return text.length
}
