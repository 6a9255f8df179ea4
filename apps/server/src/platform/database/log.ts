/** What the database needs of a logger; the service's logger fits, so does a test's list. */
export interface DatabaseLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
