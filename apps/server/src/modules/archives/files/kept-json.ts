import { brokenRule, ServiceError } from '@rushes/contract'
import { assertDepth, decode } from '../../../platform/http/index.ts'

/** A line with two members of 16 Mi characters each has no more, unless somebody wants the memory to be full. */
const usualValues = 8_000_000
const signs = new Set(Buffer.from(',[{'))

/**
 * Reads JSON that nobody vouches for: nothing that a database cannot hold, nothing so deep or of so many values that it
 * fills the memory. Throws ValidationError with the place.
 */
export function parseKept(bytes: Buffer, place: string, mostValues = usualValues): unknown {
  if (bytes.length > mostValues && countSigns(bytes) > mostValues) throw brokenRule(place, 'holds too many values')
  try {
    const text = decode(bytes)
    assertDepth(text)
    const value: unknown = JSON.parse(text)
    if (/\\u|__proto__/i.test(text) && !isStorable(value)) throw new SyntaxError('not storable')
    return value
  } catch (error) {
    if (error instanceof ServiceError || error instanceof SyntaxError) {
      throw brokenRule(place, 'is no JSON that can be kept')
    }
    throw error
  }
}

/** Never fewer than there are values in an object or a list; those of texts count as well. */
function countSigns(bytes: Buffer): number {
  let count = 0
  for (const byte of bytes) if (signs.has(byte)) count++
  return count
}

/** No text that a database cannot hold, and no member that is none when it is copied. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, member]) => name !== '__proto__' && isStorable(name) && isStorable(member))
}
