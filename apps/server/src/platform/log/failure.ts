import { type DatabaseLog, DatabaseUnavailableError } from '../database/index.ts'

/** Logs that work in the background failed and is tried again; an outage of the database has its own record. */
export function logFailure(
  log: Pick<DatabaseLog, 'error'>,
  error: unknown,
  message: string,
  fields: object = {},
): void {
  if (!(error instanceof DatabaseUnavailableError)) log.error({ ...fields, err: error }, message)
}
