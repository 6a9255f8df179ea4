import type { Attributes } from '../namespaces.ts'
import { type Grid, toCellSize } from '../places/grid.ts'
import { imscStyles, normaliseStyle, type StyleName, type Styles, styleAttributes } from './style-values.ts'

export const noStyles: Styles = Object.freeze({})
/** Styles refer to styles; no file needs a longer chain. */
const maxChain = 16
/** What one element may be styled by, and how many different attributes of a file are remembered. */
const maxReferences = 100
const maxRemembered = 10_000

/** No name of a styling attribute is shorter, while most other names are. */
const shortestAttribute = 'tts:ruby'.length

const kept: ReadonlySet<StyleName> = new Set<StyleName>(imscStyles)

type ReportProblem = (problem: string, at: number, severity: 'warning' | 'info') => void

/** The styles of a document by their ids, and what an element says of its own style. */
export class StyleTable {
  readonly named = new Map<string, Styles>()
  /** How many styles were added, so that it can be told whether something found before still holds. */
  addedCount = 0
  readonly initial: { [Name in StyleName]?: string } = {}
  readonly #references = new Map<string, readonly string[]>()
  readonly #resolved = new Map<string, Styles>()
  readonly #specified = new Map<string, Styles>()
  readonly #values = new Map<string, string | undefined>()
  readonly #told = new Set<string>()
  readonly #grid: Grid
  readonly #report: ReportProblem

  constructor(grid: Grid, report: ReportProblem) {
    this.#grid = grid
    this.#report = report
  }

  /** Takes a `style` element; its id is `xml:id`. */
  add(attributes: Attributes, at: number): void {
    const id = attributes['xml:id']
    if (id === undefined) {
      this.#tell('A style without xml:id was ignored', at)
      return
    }
    if (this.named.has(id)) this.#tell(`The style "${id.slice(0, 40)}" is defined twice; the last one counts`, at)
    this.named.set(id, this.inline(attributes, at))
    this.#references.set(id, listReferences(attributes.style))
    this.addedCount++
    this.#resolved.clear()
    this.#specified.clear()
  }

  /** What an element is given: by the styles it refers to, in their order, and then by its own attributes. */
  specify(attributes: Attributes, at: number): Styles {
    const own = this.inline(attributes, at)
    const text = attributes.style
    if (text === undefined) return own
    const referred = this.#refer(text, at)
    if (own === noStyles) return referred
    // Elements that say the same share one object, so that what follows from it is found again.
    const key = `${text}\n${Object.entries(own).join('\n')}`
    let specified = this.#specified.get(key)
    if (!specified) {
      specified = { ...referred, ...own }
      if (this.#specified.size < maxRemembered) this.#specified.set(key, specified)
    }
    return specified
  }

  /** The styling attributes that stand on an element itself. */
  inline(attributes: Attributes, at: number): Styles {
    let styles: { [Name in StyleName]?: string } | undefined
    for (const attribute in attributes) {
      if (attribute.length < shortestAttribute) continue
      const name = styleAttributes.get(attribute)
      if (!name) {
        if (attribute.startsWith('tts:')) this.#tell(`${attribute.slice(0, 40)} is not supported and was ignored`, at)
        continue
      }
      const value = this.#value(name, attributes[attribute]!, at)
      if (value === undefined) continue
      if (kept.has(name)) this.#tell(`${attribute.slice(0, 40)} is kept for IMSC alone`, at, 'info')
      styles ??= {}
      styles[name] = value
    }
    if (!styles) return noStyles
    const key = Object.entries(styles).join('\n')
    const known = this.#specified.get(key)
    if (known) return known
    if (this.#specified.size < maxRemembered) this.#specified.set(key, styles)
    return styles
  }

  #value(name: StyleName, text: string, at: number): string | undefined {
    const key = `${name}=${text}`
    if (this.#values.has(key)) return this.#values.get(key)
    const given = normaliseStyle(name, text)
    const value = name === 'fontSize' && given !== undefined ? toCellSize(given, this.#grid) : given
    if (value === undefined)
      this.#report(`"${text.slice(0, 40)}" is no value of ${name} and was ignored`, at, 'warning')
    if (this.#values.size < maxRemembered && text.length < 1000) this.#values.set(key, value)
    return value
  }

  #refer(text: string, at: number): Styles {
    const known = this.#resolved.get(text)
    if (known) return known
    let styles: Styles = noStyles
    for (const id of listReferences(text)) styles = merge(styles, this.#resolve(id, at, 0))
    if (this.#resolved.size < maxRemembered) this.#resolved.set(text, styles)
    return styles
  }

  #resolve(id: string, at: number, depth: number): Styles {
    const own = this.named.get(id)
    if (!own) {
      this.#tell(`There is no style "${id.slice(0, 40)}"`, at)
      return noStyles
    }
    const references = this.#references.get(id)!
    if (references.length === 0) return own
    // Remembered under a key that no attribute can have, so that styles which refer to each other cost one visit each.
    const key = `\n${id}`
    const known = this.#resolved.get(key)
    if (known) return known
    if (depth >= maxChain) {
      this.#tell('Styles refer to each other in a circle or too deeply', at)
      return own
    }
    this.#resolved.set(key, own)
    let styles: Styles = noStyles
    for (const reference of references) styles = merge(styles, this.#resolve(reference, at, depth + 1))
    styles = merge(styles, own)
    this.#resolved.set(key, styles)
    return styles
  }

  /** A problem that one file has many times is reported once. */
  #tell(problem: string, at: number, severity: 'warning' | 'info' = 'warning'): void {
    if (this.#told.has(problem) || this.#told.size > 1000) return
    this.#told.add(problem)
    this.#report(problem, at, severity)
  }
}

function merge(styles: Styles, later: Styles): Styles {
  if (styles === noStyles) return later
  return later === noStyles ? styles : { ...styles, ...later }
}

function listReferences(text: string | undefined): readonly string[] {
  const names = text?.trim()
  return names ? names.split(/[\t\n\r ]+/, maxReferences) : []
}
