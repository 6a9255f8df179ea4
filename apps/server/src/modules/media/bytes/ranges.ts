/** The first and the last byte of a range, both included, as HTTP counts. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** More parts than a reader has use for; a list of many tiny or overlapping ones costs more than the whole. */
const mostRanges = 100

/**
 * The ranges that a `Range` header asks of `size` bytes, in its order; those outside are left out. Undefined where the
 * header is to be ignored: absent, not understood, invalid, or more than the whole (RFC 9110, 14.2).
 */
export function readRanges(
  header: string | undefined,
  size: number,
): readonly [ByteRange, ...ByteRange[]] | 'unsatisfiable' | undefined {
  const list = /^bytes=([\d\-, \t]{1,10000})$/i.exec(header ?? '')?.[1]?.split(',')
  // Commas without a range between them are allowed (RFC 9110, 5.6.1.2).
  const specs = list?.map(spec => spec.trim()).filter(spec => spec !== '')
  if (!specs || specs.length === 0 || specs.length > mostRanges) return undefined
  const ranges: ByteRange[] = []
  for (const spec of specs) {
    const range = readRange(spec, size)
    if (!range) return undefined
    if (range !== 'unsatisfiable') ranges.push(range)
  }
  const [first, ...more] = ranges
  if (!first) return 'unsatisfiable'
  return countBytes(ranges) > size ? undefined : [first, ...more]
}

function readRange(spec: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^(\d{0,19})-(\d{0,19})$/.exec(spec) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

/** Bytes of these ranges together. */
export function countBytes(ranges: readonly ByteRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0)
}

/** Whether the caller holds these very bytes already; If-None-Match compares weakly (RFC 9110, 13.1.2). */
export function isNotModified(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return Array.from(header.matchAll(/(?:W\/)?("[^"]*")/g), match => match[1]).includes(etag)
}
