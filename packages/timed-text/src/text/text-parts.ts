import type { LineBreak, TextPart, TextRun, TextStyle } from '../document/document.ts'

/** The one break that all readers put between lines. */
export const lineBreak: LineBreak = Object.freeze({ type: 'lineBreak' })

/**
 * Appends text to the parts of a cue, keeping them canonical: newlines become line breaks, and text of the same style
 * and start as the run before it joins that run.
 */
export function appendText(
  parts: TextPart<number>[],
  text: string,
  style: TextStyle | undefined,
  start: number | undefined,
): void {
  if (text.includes('\r')) {
    appendText(parts, splitLines(text).join('\n'), style, start)
    return
  }
  let from = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
    if (end > from) appendLine(parts, text.slice(from, end), style, start)
    parts.push(lineBreak)
    from = end + 1
  }
  if (from < text.length) appendLine(parts, from === 0 ? text : text.slice(from), style, start)
}

function hasLineEnd(text: string): boolean {
  return text.includes('\n') || text.includes('\r')
}

function appendLine(
  parts: TextPart<number>[],
  line: string,
  style: TextStyle | undefined,
  start: number | undefined,
): void {
  const last = parts.length > 0 ? parts[parts.length - 1]! : lineBreak
  const joins = last.type === 'text' && last.start === start && isSameStyle(last.style, style)
  if (joins) parts[parts.length - 1] = { ...last, content: last.content + line }
  else if (start !== undefined) parts.push({ type: 'text', content: line, ...(style && { style }), start })
  else parts.push(style ? { type: 'text', content: line, style } : { type: 'text', content: line })
}

/** Lines of a text, ended by LF, CR LF or CR. */
export function splitLines(text: string): string[] {
  return text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n')
}

/** What a cue says, without any style. */
export function toPlainText(parts: readonly TextPart[]): string {
  let text = ''
  for (const part of parts) text += part.type === 'text' ? part.content : '\n'
  return text
}

/** The style of a span inside another: what it says itself wins, classes add up. Undefined when nothing is set. */
export function mergeStyles(outer: TextStyle | undefined, inner: TextStyle): TextStyle | undefined {
  if (!outer) return Object.keys(inner).length > 0 ? inner : undefined
  if (!outer.classes || !inner.classes) return { ...outer, ...inner }
  return { ...outer, ...inner, classes: [...new Set([...outer.classes, ...inner.classes])] }
}

export function isSameStyle(a: TextStyle | undefined, b: TextStyle | undefined): boolean {
  if (a === b) return true
  return a !== undefined && b !== undefined && countMembers(a) === countMembers(b) && hasMembersOf(a, b)
}

/** Classes are compared apart: none of them is the same as an empty list. */
function countMembers(style: TextStyle): number {
  return Object.keys(style).length - ('classes' in style ? 1 : 0)
}

function hasMembersOf(a: TextStyle, b: TextStyle): boolean {
  for (const name in a) {
    if (name !== 'classes' && Reflect.get(a, name) !== Reflect.get(b, name)) return false
  }
  const [classes = [], others = []] = [a.classes, b.classes]
  return classes === others || (classes.length === others.length && classes.every((name, at) => name === others[at]))
}

/** Whether two texts are the same in content, style and times; extensions are not compared. */
export function isSameText(a: readonly TextPart[], b: readonly TextPart[]): boolean {
  return a.length === b.length && a.every((part, index) => isSamePart(part, b[index]!))
}

function isSamePart(a: TextPart, b: TextPart): boolean {
  if (a.type !== 'text' || b.type !== 'text') return a.type === b.type
  return a.content === b.content && a.start === b.start && a.end === b.end && isSameStyle(a.style, b.style)
}

/** The runs of a cue with their newlines made line breaks, as writers want them. */
export function normaliseParts(parts: readonly TextPart<number>[]): readonly TextPart<number>[] {
  const isCanonical = parts.every(part => part.type === 'lineBreak' || (part.content && !hasLineEnd(part.content)))
  return isCanonical ? parts : parts.flatMap(part => (part.type === 'text' ? splitRun(part) : [part]))
}

function splitRun(run: TextRun<number>): TextPart<number>[] {
  return splitLines(run.content).flatMap((content, index) => {
    const texts: TextPart<number>[] = content === '' ? [] : [{ ...run, content }]
    return index === 0 ? texts : [lineBreak, ...texts]
  })
}

/** Counts the line breaks before an index of a text; must be asked in ascending order, and then costs one pass. */
export function createLineCounter(text: string): (until: number) => number {
  let count = 0
  let next = text.indexOf('\n')
  return until => {
    while (next >= 0 && next < until) {
      count++
      next = text.indexOf('\n', next + 1)
    }
    return count
  }
}
