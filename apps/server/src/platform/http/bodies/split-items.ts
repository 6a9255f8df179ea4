/** Why a text is no list of items, before any of them is looked at. */
export class NotAList extends Error {
  readonly reason: 'malformed' | 'another value' | 'too deep' | 'item too large'

  constructor(reason: NotAList['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** Bounds of what is split. */
export interface ItemBounds {
  readonly mostItemBytes: number
  /** Deepest nesting, the list itself being the first level. */
  readonly deepest: number
}

/** Takes the bytes of a JSON array as they come. */
export interface ItemSplitter {
  /** Gives the bytes of each item that a chunk completes to `take`, which may not keep them. Throws NotAList. */
  push(chunk: Buffer, take: (item: Buffer) => void): void
  /** Says whether there was anything but white space. Throws NotAList for a list that does not end. */
  end(): boolean
}

const quote = 0x22
const comma = 0x2c
const opening = 0x5b
const backslash = 0x5c
const closing = 0x5d
const openingBrace = 0x7b
const closingBrace = 0x7d
const byteOrderMark = [0xef, 0xbb, 0xbf]

/**
 * Cuts a JSON array into the texts of its items by its quotes, brackets and commas alone, which no other character of
 * UTF-8 holds a byte of; parsing the items shows whether they are JSON, the empty text of a missing one included.
 * Holds no more than one unfinished item.
 */
export function createItemSplitter({ mostItemBytes, deepest }: ItemBounds): ItemSplitter {
  let place: 'before' | 'within' | 'behind' = 'before'
  let [depth, items, marks] = [0, 0, 0]
  let [isText, isEscaped] = [false, false]
  const rest = createRest(mostItemBytes)

  function begin(byte: number): void {
    if (byte === byteOrderMark[marks]) {
      marks++
      return
    }
    if (marks > 0 && marks < byteOrderMark.length) throw new NotAList('malformed')
    marks = byteOrderMark.length
    if (isSpace(byte)) return
    if (byte !== opening) throw new NotAList('another value')
    place = 'within'
    depth = 1
  }

  /** Whether the byte ends an item. */
  function step(byte: number): boolean {
    if (isText) {
      if (isEscaped) isEscaped = false
      else if (byte === backslash) isEscaped = true
      else if (byte === quote) isText = false
      return false
    }
    if (byte === quote) isText = true
    else if (byte === opening || byte === openingBrace) {
      if (++depth > deepest) throw new NotAList('too deep')
    } else if (byte === closing || byte === closingBrace) {
      if (--depth > 0) return false
      if (byte === closingBrace) throw new NotAList('malformed')
      place = 'behind'
      return true
    }
    return byte === comma && depth === 1
  }

  return {
    push(chunk, take) {
      let start = 0
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at]!
        if (place === 'before') {
          begin(byte)
          start = at + 1
        } else if (place === 'behind') {
          if (!isSpace(byte)) throw new NotAList('malformed')
        } else if (step(byte)) {
          const item = rest.join(chunk.subarray(start, at))
          start = at + 1
          // Only the list that has no items at all ends without one before its bracket.
          if (byte === comma || items > 0 || !item.every(isSpace)) take(item)
          items++
        }
      }
      if (place === 'within') rest.add(chunk.subarray(start))
    },
    end() {
      if (place === 'within' || (marks > 0 && marks < byteOrderMark.length)) throw new NotAList('malformed')
      return place === 'behind'
    },
  }
}

/** The beginning of an item whose end has not come yet; one buffer that grows, however small the chunks are. */
function createRest(mostBytes: number) {
  let bytes = Buffer.alloc(0)
  let length = 0

  function add(part: Buffer): void {
    const wanted = length + part.length
    if (wanted > mostBytes) throw new NotAList('item too large')
    if (wanted > bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(wanted, bytes.length * 2))
      bytes.copy(larger, 0, 0, length)
      bytes = larger
    }
    part.copy(bytes, length)
    length = wanted
  }

  return {
    add,
    /** What was held and the part behind it; nothing is held any more. */
    join(part: Buffer): Buffer {
      if (length === 0 && part.length <= mostBytes) return part
      add(part)
      const whole = bytes.subarray(0, length)
      length = 0
      return whole
    },
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
