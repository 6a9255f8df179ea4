/** Finds a mark in a text again and again, at ascending places: the text is searched once, whatever is asked. */
export class MarkFinder {
  readonly #text: string
  readonly #mark: string
  #next = -1

  constructor(text: string, mark: string) {
    this.#text = text
    this.#mark = mark
  }

  /** The next place of the mark from an index on; the length of the text if there is none. */
  find(from: number): number {
    if (this.#next < from) {
      const found = this.#text.indexOf(this.#mark, from)
      this.#next = found < 0 ? this.#text.length : found
    }
    return this.#next
  }
}
