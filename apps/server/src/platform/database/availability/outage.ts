import { DatabaseError } from 'pg'
import type { DatabaseLog } from '../log.ts'

/** The database cannot be reached, or accepts no writes: the same may succeed a moment later. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('the database is temporarily unavailable', { cause })
    this.name = 'DatabaseUnavailableError'
  }
}

/** The database takes no writes because its disk is full. */
export class DatabaseFullError extends DatabaseUnavailableError {
  /** PostgreSQL's own. */
  readonly code = '53100'

  constructor(cause: unknown) {
    super(cause)
    this.message = 'the disk of the database is full'
    this.name = 'DatabaseFullError'
  }
}

const readOnly = '25006'
const languageErrors = [TypeError, RangeError, SyntaxError, ReferenceError]
/** Connection failures, too many connections, a server that starts, stops or crashed. */
const unavailableStates = /^(?:08\w{3}|53300|57P0[1-5])$/

/** The error of a connection or statement as stores see it: outages of any form are one class. */
export function toStoreError(error: unknown): unknown {
  return isOutage(error) ? new DatabaseUnavailableError(error) : error
}

/** Whether a statement wrote where only reads are possible. */
export function isReadOnlyError(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === readOnly
}

function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseError) return isReadOnlyError(error) || unavailableStates.test(error.code ?? '')
  // The driver reports lost connections as errors with or without a code of the system; values that it cannot write or
  // read fail with errors of the language.
  return error instanceof Error && !languageErrors.some(kind => error instanceof kind)
}

/** Logs the beginning and the end of an outage, each once. */
export class OutageLog {
  #current: 'none' | 'unreachable' | 'read-only' = 'none'
  readonly #log: DatabaseLog

  constructor(log: DatabaseLog) {
    this.#log = log
  }

  noteFailure(error: unknown): void {
    if (!isOutage(error) || this.#current !== 'none') return
    this.#current = isReadOnlyError(error) ? 'read-only' : 'unreachable'
    this.#log.error({ reason: error instanceof Error ? error.message : String(error) }, 'database unavailable')
  }

  /** Reads succeed while the database accepts no writes. */
  noteSuccess(command: string): void {
    if (this.#current === 'none' || (this.#current === 'read-only' && !writes.has(command))) return
    this.#current = 'none'
    this.#log.info({}, 'database available again')
  }
}

const writes: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
