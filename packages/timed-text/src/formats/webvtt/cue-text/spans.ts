import type { TextStyle } from '../../../document/document.ts'
import { decodeHtmlReferences } from '../../../text/character-references.ts'
import { mergeStyles } from '../../../text/text-parts.ts'
import { collapseSpace } from '../escape.ts'
import { classesToStyle } from './colour-classes.ts'
import { toTags } from './style-tags.ts'

/** Tags nested deeper, and classes of a run beyond this number, are ignored: the cost of a style stays bounded. */
const maxDepth = 32
const maxClasses = 32
/** How many different spans of a file are remembered. */
const maxRemembered = 1000

type SpanName = 'c' | 'b' | 'i' | 'u' | 'v' | 'lang' | 'ruby' | 'rt'
const spanNames: ReadonlySet<string> = new Set<SpanName>(['c', 'b', 'i', 'u', 'v', 'lang', 'ruby', 'rt'])

/** An open tag inside other open tags; those that are spelled alike, in the same ones, are one object. */
export interface Span {
  /** Absent around all tags. */
  readonly name: SpanName | undefined
  readonly outer: Span | undefined
  readonly depth: number
  readonly classes: readonly string[]
  /** What is in the tag after its name: a speaker, a language. */
  readonly annotation: string
  /** The style of text inside this span and all around it. */
  readonly style: TextStyle | undefined
  /** Whether the open tags are those that the writer opens for text of this style. */
  readonly isOurs: boolean
  readonly tags: readonly string[]
}

/** Opens spans, each once for its spelling and its place. */
export class SpanTable {
  readonly root: Span = {
    name: undefined,
    outer: undefined,
    depth: 0,
    classes: [],
    annotation: '',
    style: undefined,
    isOurs: true,
    tags: [],
  }
  readonly #inner = new Map<Span, Map<string, Span>>()
  #count = 0

  /** The span of a tag, as it stands between the angle brackets; undefined, and reported, where it is ignored. */
  open(outer: Span, tag: string, report: (problem: string) => void): Span | undefined {
    let inner = this.#inner.get(outer)
    const known = inner?.get(tag)
    if (known) return known
    let isFaulty = false
    const span = createSpan(outer, tag, problem => {
      isFaulty = true
      report(problem)
    })
    if (!span || isFaulty || this.#count >= maxRemembered) return span
    if (!inner) {
      inner = new Map()
      this.#inner.set(outer, inner)
    }
    this.#count++
    inner.set(tag, span)
    return span
  }
}

/** How many tags are closed and opened between two spans, at the least. */
export function countSteps(from: Span, to: Span): number {
  let steps = 0
  let [a, b]: [Span | undefined, Span | undefined] = [from, to]
  while (a && b && a !== b) {
    if (a.depth >= b.depth) a = a.outer
    else b = b.outer
    steps++
  }
  return steps
}

function createSpan(outer: Span, tag: string, report: (problem: string) => void): Span | undefined {
  const nameEnd = tag.search(/[\t\n\f ]/)
  const [name = '', ...classNames] = (nameEnd < 0 ? tag : tag.slice(0, nameEnd)).split('.')
  if (!isSpanName(name)) report(`<${name.slice(0, 20)}> is no tag of WebVTT and was ignored`)
  else if (name === 'rt' && outer.name !== 'ruby') report('<rt> outside of <ruby> was ignored')
  else if (outer.depth >= maxDepth) report('A tag was ignored: tags are nested too deeply')
  else {
    const room = maxClasses - (outer.style?.classes?.length ?? 0)
    if (classNames.length > room) report('Classes were ignored: there are too many')
    const classes = classNames.slice(0, room).filter(Boolean)
    const annotation = nameEnd < 0 ? '' : collapseSpace(decodeHtmlReferences(tag.slice(nameEnd)))
    const style = mergeStyles(outer.style, { ...classesToStyle(classes), ...toPatch(name, annotation) })
    const tags = [...outer.tags, tag]
    const ours = toTags(style, () => {})
    const isOurs = ours.length === tags.length && ours.every((our, index) => our === tags[index])
    return { name, outer, depth: outer.depth + 1, classes, annotation, style, isOurs, tags }
  }
  return undefined
}

function toPatch(name: SpanName, annotation: string): TextStyle {
  switch (name) {
    case 'b':
      return { bold: true }
    case 'i':
      return { italic: true }
    case 'u':
      return { underline: true }
    case 'v':
      return annotation ? { speaker: annotation } : {}
    case 'lang':
      return annotation ? { language: annotation } : {}
    case 'ruby':
      return { ruby: 'base' }
    case 'rt':
      return { ruby: 'text' }
    case 'c':
      return {}
  }
}

function isSpanName(name: string): name is SpanName {
  return spanNames.has(name)
}
