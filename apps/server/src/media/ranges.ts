/** The first and the last byte of a range, both included, as HTTP counts. */
interface ByteRange {
  start: number
  end: number
}

/**
 * The one range that a `Range` header asks of `size` bytes. Undefined where the header is to be ignored: absent, not
 * understood, invalid, or several ranges (RFC 9110, 14.2).
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=[ \t]*(\d{0,19})-(\d{0,19})[ \t]*$/i.exec(header ?? '')
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

/** Whether the caller holds these very bytes already; If-None-Match compares weakly (RFC 9110, 13.1.2). */
export function isNotModified(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return Array.from(header.matchAll(/(?:W\/)?("[^"]*")/g), match => match[1]).includes(etag)
}
