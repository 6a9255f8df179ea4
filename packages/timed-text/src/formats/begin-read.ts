import { createReadLog } from '../document/diagnostics.ts'
import { defaultReadLimits, type ReadOptions } from '../format.ts'

/** What the reader of a file goes by, and reports to. A file that is too large is reported, and not to be read. */
export function beginRead(input: string | Uint8Array, options: ReadOptions, unit?: 'line' | 'block') {
  const { maxBytes, maxCues, maxDiagnostics } = { ...defaultReadLimits, ...options }
  const { report, list } = createReadLog(maxDiagnostics, unit)
  const isTooLarge = input.length > maxBytes
  if (isTooLarge) report('IMPORT_TOO_LARGE', 'error', `The file is larger than ${maxBytes} bytes and was not read`)
  return { maxCues, report, list, isTooLarge }
}
