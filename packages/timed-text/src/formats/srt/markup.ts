import type { CueLayout, TextPart, TextStyle } from '../../document/document.ts'
import { decodeReferences } from '../../text/character-references.ts'
import { MarkFinder } from '../../text/mark-finder.ts'
import { appendText, createLineCounter, lineBreak, mergeStyles } from '../../text/text-parts.ts'
import { alignmentToLayout } from './alignment.ts'
import { hasOverrides, type OverrideBlock, replaceControls, type StyleTagName } from './override-block.ts'
import { findTag, type Tag, toStylePatch } from './tags.ts'

/** Tags nested deeper than this are ignored, so that the cost of a style stays bounded. */
const maxDepth = 32
/** How many tags are remembered, and how long they may be. */
const mostKnown = 1000
const longestKnown = 64

export interface CueText {
  readonly textParts: readonly TextPart<number>[]
  readonly layout?: CueLayout
}

/** A tag that is open; one object for the same spelling at the same place, so that its style is found once. */
interface OpenTag {
  readonly name: StyleTagName
  readonly patch: TextStyle
  /** The style of text inside this tag and all around it. */
  readonly style: TextStyle | undefined
  readonly inner: Map<string, OpenTag>
}

/** Takes a problem with an offset in the line where it stands. */
type ReportProblem = (problem: string, at: number) => void

/** Reads the texts of the cues of one file, in their order. */
export class MarkupReader {
  readonly #text: string
  readonly #angles: MarkFinder
  readonly #braces: MarkFinder
  readonly #ampersands: MarkFinder
  readonly #tags = new Map<string, Tag>()
  readonly #outermost = new Map<string, OpenTag>()
  #knownCount = 0

  constructor(text: string) {
    this.#text = text
    this.#angles = new MarkFinder(text, '<')
    this.#braces = new MarkFinder(text, '{')
    this.#ampersands = new MarkFinder(text, '&')
  }

  /** Reads the text from an offset until another. Unknown tags are text; unbalanced ones are closed at the end or ignored. */
  read(from: number, end: number, report: ReportProblem): CueText {
    const raw = this.#text.slice(from, end)
    const text = emptyBlankLines(raw)
    if (this.#angles.find(from) < end || this.#braces.find(from) < end) {
      const locate = text === raw ? (index: number) => index : createLineLocator(text, raw)
      return this.#readTagged(text, (problem, index) => report(problem, from + locate(index)))
    }
    if (this.#ampersands.find(from) >= end) return { textParts: toPlainParts(text) }
    const parts: TextPart<number>[] = []
    appendText(parts, decodeReferences(text), undefined, undefined)
    return { textParts: parts.slice() }
  }

  #readTagged(text: string, report: ReportProblem): CueText {
    const parts: TextPart<number>[] = []
    const open: OpenTag[] = []
    let alignment: number | undefined
    let textStart = 0
    const isOverridden = hasOverrides(text)
    const addText = (from: number, to: number) => {
      if (to > from) append(parts, isOverridden ? replaceControls(text.slice(from, to)) : text.slice(from, to), open)
    }
    for (let index = nextMark(text, 0); index < text.length; ) {
      const tag = this.#findTag(text, index)
      if (!tag) {
        index = nextMark(text, index + 1)
        continue
      }
      const end = index + tag.length
      const reportHere = (problem: string) => report(problem, index)
      addText(textStart, index)
      if (tag.kind === 'break') appendText(parts, '\n', undefined, undefined)
      else if (tag.kind === 'foreign') reportHere('A tag of WebVTT was left out')
      else if (tag.kind === 'alignment') alignment ??= tag.digit
      else if (tag.kind === 'overrides') alignment ??= this.#override(tag, open, reportHere)
      else if (tag.kind === 'close') closeTag(open, tag.name, reportHere)
      else if (open.length >= maxDepth) reportHere('A tag was ignored: tags are nested too deeply')
      else open.push(this.#openTag(tag, text.slice(index, end), open[open.length - 1], reportHere))
      textStart = end
      index = nextMark(text, end)
    }
    addText(textStart, text.length)
    if (open.length > 0 && !isOverridden) report(`<${open[open.length - 1]!.name}> is not closed`, text.length)
    const layout = alignment === undefined ? undefined : alignmentToLayout(alignment)
    // A copy has the length it needs, while what grows has room for more.
    return layout ? { textParts: parts.slice(), layout } : { textParts: parts.slice() }
  }

  /** Applies a block; gives the place that it names. */
  #override(
    { tags, isPartial }: OverrideBlock,
    open: OpenTag[],
    report: (problem: string) => void,
  ): number | undefined {
    if (isPartial) report('Positions and effects of ASS were ignored')
    let alignment: number | undefined
    for (const tag of tags) {
      if (tag.kind === 'alignment') alignment ??= tag.digit
      else if (tag.kind === 'reset') open.length = 0
      else if (tag.kind === 'close') takeOut(open, ({ name }) => name === tag.name)
      else {
        const opened = this.#openTag({ ...tag, length: 0 }, `${tag.name}${tag.attributes}`, undefined, report)
        takeOut(open, ({ name, patch }) => name === tag.name && isSamePart(patch, opened.patch))
        if (open.length < maxDepth) open.push(createOpenTag(tag.name, opened.patch, open.at(-1)))
      }
    }
    return alignment
  }

  /** The tag that begins at an index; those with angles, which end at the next `>`, are read once for each spelling. */
  #findTag(text: string, index: number): Tag | undefined {
    let close = index + 1
    const limit = Math.min(text.length, index + longestKnown)
    while (close < limit && text.charCodeAt(close) !== closing) close++
    if (close >= limit || text.charCodeAt(index) !== angle) return findTag(text, index)
    const spelling = text.slice(index, close + 1)
    const known = this.#tags.get(spelling)
    if (known) return known
    const tag = findTag(text, index)
    if (tag?.length === spelling.length && this.#tags.size < mostKnown) this.#tags.set(spelling, tag)
    return tag
  }

  #openTag(
    { name, attributes }: Extract<Tag, { kind: 'open' }>,
    spelling: string,
    outer: OpenTag | undefined,
    report: (problem: string) => void,
  ): OpenTag {
    const siblings = outer ? outer.inner : this.#outermost
    const known = siblings.get(spelling)
    if (known) return known
    let isFaulty = false
    const patch = toStylePatch(name, attributes, problem => {
      isFaulty = true
      report(problem)
    })
    const tag = createOpenTag(name, patch, outer)
    // The faults of a tag are reported each time.
    if (isFaulty || spelling.length > longestKnown || this.#knownCount >= mostKnown) return tag
    this.#knownCount++
    siblings.set(spelling, tag)
    return tag
  }
}

const [angle, brace, closing] = [0x3c, 0x7b, 0x3e]

function createOpenTag(name: StyleTagName, patch: TextStyle, outer: OpenTag | undefined): OpenTag {
  return { name, patch, style: mergeStyles(outer?.style, patch), inner: new Map() }
}

function append(parts: TextPart<number>[], text: string, open: readonly OpenTag[]): void {
  const style = open.length > 0 ? open[open.length - 1]!.style : undefined
  appendText(parts, decodeReferences(text), style, undefined)
}

/** Text without tags and references: nearly all of it has one line or two. */
function toPlainParts(text: string): TextPart<number>[] {
  const end = text.indexOf('\n')
  if (end < 0) return text === '' ? [] : [{ type: 'text', content: text }]
  if (end > 0 && end < text.length - 1 && text.indexOf('\n', end + 1) < 0) {
    return [{ type: 'text', content: text.slice(0, end) }, lineBreak, { type: 'text', content: text.slice(end + 1) }]
  }
  const parts: TextPart<number>[] = []
  appendText(parts, text, undefined, undefined)
  return parts.slice()
}

/** Closes the innermost tag of a name; tags inside it stay open, as players keep them. */
function closeTag(open: OpenTag[], name: StyleTagName, report: (problem: string) => void): void {
  let last = open.length - 1
  while (last >= 0 && open[last]!.name !== name) last--
  if (last === open.length - 1 && last >= 0) {
    open.pop()
    return
  }
  report(`</${name}> does not close the tag before it`)
  takeOut(open, tag => tag.name === name)
}

/** Ends the innermost tag that fits; those inside it stay open. */
function takeOut(open: OpenTag[], fits: (tag: OpenTag) => boolean): void {
  const last = open.findLastIndex(fits)
  if (last < 0) return
  for (const { name, patch } of open.splice(last).slice(1)) open.push(createOpenTag(name, patch, open.at(-1)))
}

/** Whether two styles say something of the same, as of the colour. */
function isSamePart(a: TextStyle, b: TextStyle): boolean {
  return Object.keys(a).join() === Object.keys(b).join()
}

/** Index of the next `<` or `{`; the length of the text where there is none. */
function nextMark(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === angle || code === brace) return index
  }
  return text.length
}

/** A text without its blanks on blank lines; a line of one U+00A0 is how a blank line is written inside a text. */
function emptyBlankLines(text: string): string {
  for (let start = 0; ; ) {
    const code = text.charCodeAt(start)
    if (code === 0xa0 || code <= 0x20) break
    const end = text.indexOf('\n', start)
    if (end < 0) return text
    start = end + 1
  }
  return text.replace(/(?<![^\n])(?:\u00a0|[\t\v\f ]+)(?![^\n])/g, '')
}

/** Finds where the line begins in `raw` that an index of `text` is in, for ascending indexes; both have the same lines. */
function createLineLocator(text: string, raw: string): (index: number) => number {
  const countLines = createLineCounter(text)
  let line = 0
  let start = 0
  return index => {
    for (const number = countLines(index); line < number; line++) start = raw.indexOf('\n', start) + 1
    return start
  }
}
