const special = /[&<>\r]|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const specialInAttribute = /[&<>"\t\n\r]|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Text for an element; control characters are left out, what is no character becomes U+FFFD. */
export function escapeText(text: string): string {
  return text.replace(special, toReference)
}

/** Text for an attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return text.replace(specialInAttribute, toReference)
}

function toReference(character: string): string {
  return references[character] ?? (character < ' ' ? '' : '\ufffd')
}

/** Fewer letters than XML has, so that every version of XML takes them. */
const idPattern = /^[A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff][\w.\-\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]*$/

/** Ids of a document: each is used once. */
export class IdRegistry {
  readonly #used = new Set<string>()
  #last = 0

  /** Takes an id for one thing; false where it is no id of XML, or is taken. */
  claim(id: string): boolean {
    if (id.length > 200 || !idPattern.test(id)) return false
    if (this.#used.has(id)) return false
    this.#used.add(id)
    return true
  }

  /** A new id: the prefix with a number, or with the next one that is free. */
  create(prefix: string, number: number): string {
    let id = `${prefix}${number}`
    while (!this.claim(id)) {
      // Counted on, so that many ids that are taken cost one try each.
      this.#last = Math.max(this.#last, number) + 1
      id = `${prefix}${this.#last}`
    }
    return id
  }
}
