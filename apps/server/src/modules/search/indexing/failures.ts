import type { Logger } from 'pino'
import { DatabaseUnavailableError } from '../../../platform/database/index.ts'
import type { DocumentKind } from '../documents/document.ts'
import { DocumentRefusedError, SearchUnavailableError } from '../engine.ts'

/**
 * Whether the database, or the engine, refused the statement itself: what it was to write is wrong, and will be so again. A limit of the
 * database (class 54) is no such refusal: what a document holds of long texts is cut, so one that exceeds a limit is a
 * fault of this module, and the document is written once that is fixed.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof DocumentRefusedError || /^(?:22|23|42)\w{3}$/.test(readCode(error))
}

/** Whether the trouble is not what was being written: an outage, a deadlock, a database that is full or overloaded. */
export function isPassing(error: unknown): boolean {
  const code = readCode(error)
  if (error instanceof SearchUnavailableError) return true
  return error instanceof DatabaseUnavailableError || (code !== '57014' && /^(?:08|40|53|55|57|58|XX)\w{3}$/.test(code))
}

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Documents that could not be written, since this process started. */
export interface DocumentFailures {
  /** Given up: the database refused them. */
  refused: number
  /** Attempts that failed and are repeated. */
  retried: number
}

/** Logs and counts that a document could not be written. */
export function reportFailure(
  log: Pick<Logger, 'error'>,
  failures: DocumentFailures,
  error: unknown,
  documents: readonly { readonly kind: DocumentKind; readonly id: number }[],
): void {
  const isLasting = isRefusal(error)
  failures[isLasting ? 'refused' : 'retried']++
  const about = documents.map(({ kind, id }) => ({ kind, id }))
  log.error({ err: error, documents: about }, isLasting ? 'search document refused' : 'search document failed')
}
