import type { Milliseconds } from '@rushes/timebase'
import { decodeReferences } from '../character-references.ts'
import type { TextPart, TextStyle } from '../document.ts'
import { appendText, createLineCounter, mergeStyles } from '../text-parts.ts'
import { classesToStyle } from './colour-classes.ts'
import { parseTimestamp } from './timing.ts'

/** Tags nested deeper, and classes of a run beyond this number, are ignored: the cost of a style stays bounded. */
const maxDepth = 32
const maxClasses = 32

type SpanName = 'c' | 'b' | 'i' | 'u' | 'v' | 'lang' | 'ruby' | 'rt'
const spanNames: ReadonlySet<string> = new Set<SpanName>(['c', 'b', 'i', 'u', 'v', 'lang', 'ruby', 'rt'])

interface Span {
  readonly name: SpanName
  /** The style of text inside this span and all around it. */
  readonly style: TextStyle | undefined
}

type ReportProblem = (problem: string) => void

/**
 * Reads the payload of a cue. Tags that the standard ignores are ignored; a `<` that begins no tag is text. Text after
 * a timestamp starts at it, except where that is the start of the cue. `report` gets the line within the payload.
 */
export function readCueText(
  payload: string,
  cueStart: Milliseconds,
  report: (problem: string, line: number) => void,
): TextPart<number>[] {
  const parts: TextPart<number>[] = []
  if (!payload.includes('<')) {
    appendText(parts, decodeReferences(payload), undefined, undefined)
    return parts
  }
  const spans: Span[] = []
  const countLines = createLineCounter(payload)
  const lastClose = payload.lastIndexOf('>')
  let start: Milliseconds | undefined
  let textStart = 0
  let mark = payload.indexOf('<')
  const append = (until: number) =>
    appendText(parts, decodeReferences(payload.slice(textStart, until)), spans.at(-1)?.style, start)

  while (mark >= 0) {
    const here = mark
    const reportHere = (problem: string) => report(problem, countLines(here))
    if (mark > lastClose || !/[\da-zA-Z/]/.test(payload[mark + 1] ?? '')) {
      reportHere('A "<" that begins no tag was taken for text')
      mark = payload.indexOf('<', mark + 1)
      continue
    }
    append(mark)
    textStart = payload.indexOf('>', mark) + 1
    const tag = payload.slice(mark + 1, textStart - 1)
    if (tag.startsWith('/')) closeSpan(spans, tag.slice(1), reportHere)
    else if (/^\d/.test(tag)) {
      const time = parseTimestamp(tag)
      if (time === undefined) reportHere('A timestamp tag could not be read')
      else start = time === cueStart ? undefined : time
    } else openSpan(spans, tag, reportHere)
    mark = payload.indexOf('<', textStart)
  }
  append(payload.length)
  if (spans.length > 0) {
    // "When the cue is one voice span, its end tag may be left out."
    const isVoiceAlone = spans.length === 1 && spans[0]!.name === 'v'
    if (!isVoiceAlone) report(`<${spans.at(-1)!.name}> is not closed`, countLines(payload.length))
  }
  return parts
}

function openSpan(spans: Span[], tag: string, report: ReportProblem): void {
  const nameEnd = tag.search(/[\t\n\f ]/)
  const [name = '', ...classes] = (nameEnd < 0 ? tag : tag.slice(0, nameEnd)).split('.')
  if (!isSpanName(name)) report(`<${name.slice(0, 20)}> is no tag of WebVTT and was ignored`)
  else if (name === 'rt' && spans.at(-1)?.name !== 'ruby') report('<rt> outside of <ruby> was ignored')
  else if (spans.length >= maxDepth) report('A tag was ignored: tags are nested too deeply')
  else {
    const annotation = nameEnd < 0 ? '' : collapseSpace(decodeReferences(tag.slice(nameEnd)))
    const patch = { ...classesToStyle(limitClasses(spans, classes, report)), ...toPatch(name, annotation) }
    spans.push({ name, style: mergeStyles(spans.at(-1)?.style, patch) })
  }
}

function limitClasses(spans: readonly Span[], classes: readonly string[], report: ReportProblem): string[] {
  const room = maxClasses - (spans.at(-1)?.style?.classes?.length ?? 0)
  if (classes.length > room) report('Classes were ignored: there are too many')
  return classes.slice(0, room).filter(Boolean)
}

function closeSpan(spans: Span[], name: string, report: ReportProblem): void {
  const current = spans.at(-1)?.name
  if (current === name) spans.pop()
  else if (current === 'rt' && name === 'ruby') spans.splice(-2)
  else report(`</${name.slice(0, 20)}> does not close the tag before it and was ignored`)
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

/** One space for every run of white space, none at the ends; how names in tags are compared. */
export function collapseSpace(text: string): string {
  return text.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '')
}

function isSpanName(name: string): name is SpanName {
  return spanNames.has(name)
}
