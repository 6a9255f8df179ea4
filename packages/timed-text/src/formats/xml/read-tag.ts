import { MarkFinder } from '../../text/mark-finder.ts'
import { findForeignCharacter, isName, isNameCode, isSpace } from './characters.ts'
import { type Entities, replaceReferences } from './references.ts'

/** Values by the names that they have in the file, prefixes included. */
export type Attributes = Readonly<Record<string, string | undefined>>

/** The tag that opens an element. */
export interface Tag {
  readonly name: string
  /** Tags that are spelled alike share one object. */
  readonly attributes: Attributes
  readonly isEmpty: boolean
  /** Whether it declares namespaces. */
  readonly declares: boolean
  /** The names of its attributes: one list for the tags that have the same. Absent where that is not known. */
  readonly names: readonly string[] | undefined
}

/** The attributes that the last tag of a name had: the next one mostly has the same, written alike. */
interface Shape {
  readonly names: readonly string[]
  /** Each name as written in a tag, from the space before it until its value. */
  readonly marks: readonly string[]
  /** The last values; undefined where the last one was another than the one before. */
  readonly values: (string | undefined)[]
}

/** A tag with its text from its name until its end. */
interface Spelled {
  readonly spelling: string
  readonly tag: Tag
}

/** Takes a problem with the offset at which it stands. */
export type ReportFault = (problem: string, at: number) => void

const mostAttributes = 256
/** Tags are remembered by their spelling where they are short, as those of spans are, and as long as there are few. */
const longestKnown = 64
const mostKnown = 500
/** Where a remembered tag is looked for first, by its length and its last letters; a power of two. */
const slotCount = 256
/** What has more attributes is no tag of which there are many. */
const mostUsual = 16

const [space, quote, apostrophe, slash, equals, greater] = [0x20, 0x22, 0x27, 0x2f, 0x3d, 0x3e]

/** An object with no prototype behind it to find names in, which yet is as fast as one of a class. */
const Bag = function Bag() {} as unknown as new () => Record<string, string | undefined>
Bag.prototype = Object.create(null)

/** Attributes to be filled. */
export function createAttributes(): Record<string, string | undefined> {
  return new Bag()
}

/** Reads the tags of a text, in their order. */
export class TagReader {
  /** Behind the tag that was read last. */
  end = 0
  readonly #text: string
  readonly #tell: ReportFault
  readonly #entities: Entities
  #isFaulty = false
  /** Whether the tag had all the attributes of its shape. */
  #isWhole = false
  readonly #hasForeign: boolean
  readonly #known = new Map<string, Tag>()
  /** The tag that was last met in each slot. */
  readonly #slots: (Spelled | undefined)[] = new Array(slotCount).fill(undefined)
  #lastName = ''
  readonly #names = new Map<string, string>()
  readonly #shapes = new Map<string, Shape>()
  readonly #closes: MarkFinder
  readonly #ampersands: MarkFinder
  readonly #lines: MarkFinder
  readonly #tabs: MarkFinder

  /** `hasForeign` says that the text has characters which are none of XML, so that every value is looked through. */
  constructor(text: string, hasForeign: boolean, entities: Entities, report: ReportFault) {
    this.#text = text
    this.#entities = entities
    this.#tell = report
    this.#hasForeign = hasForeign
    this.#closes = new MarkFinder(text, '>')
    this.#ampersands = new MarkFinder(text, '&')
    this.#lines = new MarkFinder(text, '\n')
    this.#tabs = new MarkFinder(text, '\t')
  }

  /** Reads the tag whose name begins at an index; none goes beyond `limit`, where the next one begins. */
  read(from: number, limit: number): Tag {
    const text = this.#text
    this.#isFaulty = false
    const close = this.#closes.find(from)
    if (close - from > longestKnown || close > limit) return this.#readNew(from, limit)
    const letters = text.charCodeAt(close - 2) + 7 * text.charCodeAt(close - 3)
    const slot = ((close - from) * 31 + letters) & (slotCount - 1)
    const last = this.#slots[slot]
    if (last !== undefined && last.spelling.length === close + 1 - from && text.startsWith(last.spelling, from)) {
      this.end = close + 1
      return last.tag
    }
    const spelling = text.slice(from, close + 1)
    const known = this.#known.get(spelling)
    const tag = known ?? this.#readNew(from, limit)
    if (known) this.end = close + 1
    // The faults of a tag are reported each time.
    else if (this.end !== close + 1 || this.#isFaulty || this.#known.size >= mostKnown) return tag
    else this.#known.set(spelling, tag)
    this.#slots[slot] = { spelling, tag }
    return tag
  }

  #report(problem: string, at: number): void {
    this.#isFaulty = true
    this.#tell(problem, at)
  }

  #readNew(from: number, limit: number): Tag {
    const text = this.#text
    const last = this.#lastName
    const isLast = text.startsWith(last, from) && text.charCodeAt(from + last.length) === space
    const nameEnd = isLast ? from + last.length : this.#skipName(from)
    const name = isLast ? last : this.#intern(from, nameEnd)
    this.#lastName = name
    const attributes = createAttributes()
    const shape = this.#shapes.get(name)
    this.#isWhole = false
    let at = shape ? this.#readUsual(shape, attributes, nameEnd, limit) : nameEnd
    if (text.charCodeAt(at) === greater) {
      return this.#finish(name, attributes, false, at + 1, false, this.#isWhole ? shape?.names : undefined)
    }
    let count = Object.keys(attributes).length
    let declares = false
    for (;;) {
      const before = at
      while (isSpace(text.charCodeAt(at))) at++
      const code = text.charCodeAt(at)
      const isEmpty = code === slash && text.charCodeAt(at + 1) === greater
      if (isEmpty || code === greater) {
        // What declares namespaces is no tag of which there are many.
        if (!this.#isFaulty && !declares) this.#rememberShape(name, attributes)
        return this.#finish(name, attributes, isEmpty, at + (isEmpty ? 2 : 1), declares, undefined)
      }
      if (at >= limit) {
        this.#report(`<${name.slice(0, 40)} has no end`, from - 1)
        return this.#finish(name, attributes, false, limit, declares, undefined)
      }
      const end = this.#skipName(at)
      if (end === at) {
        this.#report('A tag contains something that is not an attribute', at)
        at = this.#skipWord(at + 1, limit)
        continue
      }
      if (at === before) this.#report('There is no space before an attribute', at)
      const attribute = this.#intern(at, end)
      if (attribute.startsWith('xmlns')) declares = true
      at = this.#skipEquals(end)
      const value = at < 0 ? '' : this.#readValue(at, limit)
      if (at < 0) {
        this.#report(`The attribute ${attribute.slice(0, 40)} has no value`, end)
        at = end
      } else at = this.end
      if (attributes[attribute] !== undefined) this.#report(`${attribute.slice(0, 40)} is said twice`, end)
      else if (count++ < mostAttributes) attributes[attribute] = value
      else if (count === mostAttributes + 2) this.#report('A tag has too many attributes; others were ignored', end)
    }
  }

  /** Reads attributes without references for as long as they are those of a shape; gives where they are no more. */
  #readUsual(shape: Shape, attributes: Record<string, string | undefined>, from: number, limit: number): number {
    const text = this.#text
    const { names, marks, values } = shape
    const bound = Math.min(limit, this.#closes.find(from))
    const isSimple =
      !this.#hasForeign &&
      this.#ampersands.find(from) >= bound &&
      this.#lines.find(from) >= bound &&
      this.#tabs.find(from) >= bound
    if (!isSimple) return from
    let at = from
    for (let index = 0; index < marks.length; index++) {
      const mark = marks[index]!
      if (!text.startsWith(mark, at)) return at
      const valueStart = at + mark.length
      const last = values[index]
      if (last !== undefined && text.startsWith(last, valueStart)) {
        const end = valueStart + last.length
        if (text.charCodeAt(end) === quote) {
          attributes[names[index]!] = last
          at = end + 1
          continue
        }
      }
      const close = text.indexOf('"', valueStart)
      if (close < 0 || close >= bound) return at
      const value = text.slice(valueStart, close)
      // What changes from tag to tag is not compared with each.
      values[index] = last === undefined ? value : undefined
      attributes[names[index]!] = value
      at = close + 1
    }
    this.#isWhole = true
    return at
  }

  #rememberShape(name: string, attributes: Attributes): void {
    if (!this.#names.has(name)) return
    const names = Object.keys(attributes)
    if (names.length > mostUsual) return
    this.#shapes.set(name, { names, marks: names.map(name => ` ${name}="`), values: names.map(() => undefined) })
  }

  #finish(
    name: string,
    attributes: Attributes,
    isEmpty: boolean,
    end: number,
    declares: boolean,
    names: readonly string[] | undefined,
  ): Tag {
    this.end = end
    return { name, attributes, isEmpty, declares, names }
  }

  /** Where a value begins, behind its sign; below 0 where there is no sign. */
  #skipEquals(from: number): number {
    const text = this.#text
    let at = from
    while (isSpace(text.charCodeAt(at))) at++
    if (text.charCodeAt(at) !== equals) return -1
    at++
    while (isSpace(text.charCodeAt(at))) at++
    return at
  }

  /** Reads a value, and leaves its end where the end of a tag stands. */
  #readValue(at: number, limit: number): string {
    const text = this.#text
    const code = text.charCodeAt(at)
    if (code !== quote && code !== apostrophe) {
      this.#report('A value stands without quotes', at)
      this.end = this.#skipWord(at, limit)
      return this.#toValue(at, this.end)
    }
    const close = text.indexOf(code === quote ? '"' : "'", at + 1)
    if (close >= 0 && close < limit) {
      this.end = close + 1
      return this.#toValue(at + 1, close)
    }
    this.#report('A value has no end', at)
    const last = text.slice(at, limit).lastIndexOf('>')
    this.end = last > 0 ? at + last : limit
    return this.#toValue(at + 1, this.end)
  }

  #toValue(from: number, end: number): string {
    let value = this.#text.slice(from, end)
    if (this.#lines.find(from) < end || this.#tabs.find(from) < end) value = value.replace(/[\t\n]/g, ' ')
    if (this.#hasForeign) this.check(value, from)
    if (this.#ampersands.find(from) >= end) return value
    return replaceReferences(value, this.#entities, problem => this.#report(problem, from))
  }

  /** Tells where a text has characters that are none of XML. */
  check(content: string, at: number): void {
    const foreign = findForeignCharacter(content)
    if (foreign === undefined) return
    const code = foreign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    this.#report(`U+${code} is no character of XML`, at)
  }

  #skipName(from: number): number {
    let at = from
    while (isNameCode(this.#text.charCodeAt(at))) at++
    return at
  }

  /** The end of what is no name, so that it is reported once. */
  #skipWord(from: number, limit: number): number {
    let at = from
    for (; at < limit; at++) {
      const code = this.#text.charCodeAt(at)
      if (isSpace(code) || code === greater || (code === slash && this.#text.charCodeAt(at + 1) === greater)) break
    }
    return at
  }

  /** A name, checked once. */
  #intern(from: number, end: number): string {
    const name = this.#text.slice(from, end)
    const known = this.#names.get(name)
    if (known !== undefined) return known
    if (!isName(name)) this.#report(`"${name.slice(0, 40)}" is no name`, from)
    // Known names are good ones, so that each bad one is reported.
    else if (this.#names.size < mostKnown) this.#names.set(name, name)
    return name
  }
}
