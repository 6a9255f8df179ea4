import type { JsonValue } from '../../../document/document.ts'
import type { Attributes } from '../namespaces.ts'

/** Metadata that is kept: those of EBU-TT, and the title, description and copyright of a document. */
const keptNames = /^(?:ttm:(?:title|desc|copyright)|ittm:altText|ebuttm:[A-Za-z]{1,80})$/
/** What says which standard a file keeps; the writer says it of its own file. */
const ownNames: ReadonlySet<string> = new Set([
  'ebuttm:conformsToStandard',
  'ebuttm:documentEbuttVersion',
  'ebuttm:documentMetadata',
])
const maxEntries = 200
const maxLength = 10_000

/** Collects who speaks and what is said of the document. */
export class MetadataReader {
  /** Names by the ids of agents. */
  readonly agents = new Map<string, string>()
  readonly entries: [string, string][] = []
  #agent: string | undefined
  #name: string | undefined
  #text = ''

  /** Takes an element inside `metadata`; false where it is to be skipped. */
  open(name: string, attributes: Attributes): boolean {
    if (this.#name !== undefined) return false
    if (name === 'ttm:agent') {
      this.#agent = attributes['xml:id']?.trim()
      return true
    }
    if (name === 'ebuttm:documentMetadata' || name === 'tt:metadata') return true
    // Named items of TTML2, of which IMSC has altText.
    const isAlternative = name === 'ttm:item' && attributes.name?.trim() === 'altText'
    if (name !== 'ttm:name' && !isAlternative && !keptNames.test(name)) return false
    this.#name = name
    this.#text = ''
    return true
  }

  addText(text: string): void {
    if (this.#name !== undefined && this.#text.length < maxLength) this.#text += text
  }

  /** Whether a name or an entry is being read, so that text belongs here. */
  get isOpen(): boolean {
    return this.#name !== undefined
  }

  /** Gives the text of what has ended, and keeps it where it is of the document. */
  close(name: string, isOfDocument: boolean): string | undefined {
    if (name === 'ttm:agent') this.#agent = undefined
    if (this.#name !== name) return undefined
    this.#name = undefined
    const text = this.#text.slice(0, maxLength)
    if (name === 'ttm:name') {
      if (this.#agent && !this.agents.has(this.#agent) && text.trim()) this.agents.set(this.#agent, collapse(text))
      return undefined
    }
    if (isOfDocument && name !== 'ttm:item' && !ownNames.has(name) && this.entries.length < maxEntries) {
      this.entries.push([name, text.trim()])
    }
    return text
  }

  /** The first value of a name. */
  find(name: string): string | undefined {
    return this.entries.find(([candidate]) => candidate === name)?.[1]
  }

  toJson(): JsonValue {
    return this.entries.map(([name, value]) => [name, value])
  }
}

function collapse(text: string): string {
  return text.trim().replace(/[\t\n\r ]+/g, ' ')
}
