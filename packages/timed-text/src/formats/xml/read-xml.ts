import { MarkFinder } from '../../text/mark-finder.ts'
import { isNameCode, isNameStart, isPlainName, isSpace, isXmlText } from './characters.ts'
import { type ReportFault, type Tag, TagReader } from './read-tag.ts'
import { type Entities, replaceReferences } from './references.ts'

/** What a document says, piece by piece; offsets count in the text. Every element that was opened is closed. */
export interface XmlEvents {
  readonly open: (tag: Tag, at: number) => void
  /** `end` is the offset behind the element. */
  readonly close: (at: number, end: number) => void
  /** Text of an element; neighbouring pieces may come one by one. */
  readonly text: (text: string, at: number) => void
  /** Where the document is not well-formed. It is read over as well as can be. */
  readonly fault: ReportFault
  /** A document type, which is not read. */
  readonly doctype: (at: number) => void
  /** Where the text ends before the document does: before its element, or inside of it. */
  readonly truncated: (at: number) => void
}

const [exclamation, slash, question, greater] = [0x21, 0x2f, 0x3f, 0x3e]
const version = String.raw`\s+version\s*=\s*(["'])1\.\d+\1`
const encoding = String.raw`\s+encoding\s*=\s*(["'])[A-Za-z][\w.\-]*\2`
const standalone = String.raw`\s+standalone\s*=\s*(["'])(?:yes|no)\3`
const declaration = new RegExp(String.raw`^<\?xml${version}(?:${encoding})?(?:${standalone})?\s*\?>$`)

/**
 * Reads XML 1.0 whose line ends are LF. No document type counts, and no entity but the five and `entities`. What is not well-formed is
 * reported and skipped; a listener stops the reading by throwing.
 */
export function readXmlEvents(text: string, events: XmlEvents, entities: Entities = reference => reference): void {
  new XmlReader(text, events, entities).read()
}

class XmlReader {
  readonly #text: string
  readonly #events: XmlEvents
  readonly #entities: Entities
  readonly #tags: TagReader
  readonly #hasForeign: boolean
  readonly #marks: MarkFinder
  readonly #ampersands: MarkFinder
  readonly #sectionEnds: MarkFinder
  /** Names of the elements that are open. */
  readonly #open: string[] = []
  #hasRoot = false
  #hasDoctype = false

  constructor(text: string, events: XmlEvents, entities: Entities) {
    this.#text = text
    this.#entities = entities
    this.#events = events
    this.#hasForeign = !isXmlText(text)
    this.#tags = new TagReader(text, this.#hasForeign, entities, events.fault)
    this.#marks = new MarkFinder(text, '<')
    this.#ampersands = new MarkFinder(text, '&')
    this.#sectionEnds = new MarkFinder(text, ']]>')
  }

  read(): void {
    const { length } = this.#text
    for (let at = 0; at < length; ) {
      const mark = this.#marks.find(at)
      if (mark > at) this.#readText(at, mark)
      at = mark < length ? this.#readMarkup(mark) : length
    }
    if (!this.#hasRoot || this.#open.length > 0) this.#events.truncated(length)
    this.#closeTo(0, length, length)
  }

  #readText(from: number, end: number): void {
    let content = this.#text.slice(from, end)
    if (this.#open.length === 0) {
      if (/[^\t\n ]/.test(content)) this.#events.fault('Text stands outside of the element', from)
      return
    }
    if (this.#sectionEnds.find(from) < end) this.#events.fault('"]]>" is in a text', from)
    if (this.#hasForeign) this.#tags.check(content, from)
    if (this.#ampersands.find(from) < end) {
      content = replaceReferences(content, this.#entities, problem => this.#events.fault(problem, from))
    }
    this.#events.text(content, from)
  }

  /** Reads what begins with a mark, and gives where it ends. */
  #readMarkup(mark: number): number {
    const code = this.#text.charCodeAt(mark + 1)
    if (code === slash) return this.#readEndTag(mark)
    if (code === exclamation) return this.#readSection(mark)
    if (code === question) return this.#readInstruction(mark)
    if (isNameStart(code)) return this.#readStartTag(mark)
    this.#events.fault('A "<" begins no tag', mark)
    if (this.#open.length > 0) this.#events.text('<', mark)
    return mark + 1
  }

  #readStartTag(mark: number): number {
    const tag = this.#tags.read(mark + 1, this.#marks.find(mark + 1))
    const { end } = this.#tags
    if (this.#open.length === 0 && this.#hasRoot) this.#events.fault('A second element stands beside the first', mark)
    this.#hasRoot = true
    this.#events.open(tag, mark)
    if (tag.isEmpty) this.#events.close(mark, end)
    else this.#open.push(tag.name)
    return end
  }

  #readEndTag(mark: number): number {
    const text = this.#text
    const last = this.#open[this.#open.length - 1]
    if (last !== undefined && text.startsWith(last, mark + 2) && text.charCodeAt(mark + 2 + last.length) === greater) {
      const end = mark + 3 + last.length
      this.#open.pop()
      this.#events.close(mark, end)
      return end
    }
    return this.#readOddEndTag(mark)
  }

  #readOddEndTag(mark: number): number {
    const text = this.#text
    const limit = this.#marks.find(mark + 1)
    let at = mark + 2
    while (isNameCode(text.charCodeAt(at))) at++
    const name = text.slice(mark + 2, at)
    while (isSpace(text.charCodeAt(at))) at++
    let end = at + 1
    if (text.charCodeAt(at) !== greater) {
      this.#events.fault(`</${name.slice(0, 40)} has no end`, mark)
      const close = text.indexOf('>', at)
      end = close >= 0 && close < limit ? close + 1 : limit
    }
    const depth = this.#open.lastIndexOf(name)
    if (depth < 0) this.#events.fault(`</${name.slice(0, 40)}> closes nothing`, mark)
    else {
      const { length } = this.#open
      if (depth < length - 1) this.#events.fault(`<${this.#open[length - 1]!.slice(0, 40)}> is not closed`, mark)
      this.#closeTo(depth, mark, end)
    }
    return end
  }

  #closeTo(depth: number, at: number, end: number): void {
    while (this.#open.length > depth) {
      this.#open.pop()
      this.#events.close(at, end)
    }
  }

  #readSection(mark: number): number {
    const text = this.#text
    if (text.startsWith('<!--', mark)) return this.#readComment(mark)
    if (text.startsWith('<![CDATA[', mark)) {
      const from = mark + '<![CDATA['.length
      const end = this.#sectionEnds.find(from)
      if (end >= text.length) return this.#breakOff('A section has no end', mark)
      const content = text.slice(from, end)
      if (this.#hasForeign) this.#tags.check(content, from)
      if (this.#open.length === 0) this.#events.fault('A section stands outside of the element', mark)
      else if (content !== '') this.#events.text(content, from)
      return end + ']]>'.length
    }
    if (!text.startsWith('<!DOCTYPE', mark)) {
      this.#events.fault('A "<!" begins nothing that is known', mark)
      return mark + 2
    }
    if (this.#hasRoot || this.#hasDoctype) this.#events.fault('A document type stands where none may be', mark)
    this.#hasDoctype = true
    this.#events.doctype(mark)
    return skipDoctype(text, mark + 2) ?? this.#breakOff('A document type has no end', mark)
  }

  #readComment(mark: number): number {
    const dashes = this.#text.indexOf('--', mark + 4)
    if (dashes < 0) return this.#breakOff('A comment has no end', mark)
    let end = dashes
    if (this.#text.charCodeAt(dashes + 2) !== greater) {
      this.#events.fault('"--" is in a comment', mark)
      end = this.#text.indexOf('-->', dashes)
      if (end < 0) return this.#breakOff('A comment has no end', mark)
    }
    if (this.#hasForeign) this.#tags.check(this.#text.slice(mark, end), mark)
    return end + '-->'.length
  }

  #readInstruction(mark: number): number {
    const close = this.#text.indexOf('?>', mark + 2)
    if (close < 0) return this.#breakOff('An instruction has no end', mark)
    const end = close + '?>'.length
    const whole = this.#text.slice(mark, end)
    const [target = ''] = whole.slice(2, -2).split(/[\t\n ]/, 1)
    if (target.toLowerCase() === 'xml') {
      if (mark > 0 || !declaration.test(whole))
        this.#events.fault('A declaration is none, or not at the beginning', mark)
    } else if (!isPlainName(target)) this.#events.fault('An instruction has no name', mark)
    if (this.#hasForeign) this.#tags.check(whole, mark)
    return end
  }

  /** What follows cannot be told from what has no end. */
  #breakOff(problem: string, at: number): number {
    this.#events.fault(problem, at)
    return this.#text.length
  }
}

/** The offset behind a document type with all that is declared in it; undefined where it has no end. */
function skipDoctype(text: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const character = text[at]!
    let end = at
    if (character === '"' || character === "'") end = text.indexOf(character, at + 1)
    else if (text.startsWith('<!--', at)) end = text.indexOf('-->', at + 4) + 2
    else if (text.startsWith('<?', at)) end = text.indexOf('?>', at + 2) + 1
    else if (character === '<') depth++
    else if (character === '>' && --depth < 0) return at + 1
    if (end < at) return undefined
    at = end
  }
  return undefined
}
