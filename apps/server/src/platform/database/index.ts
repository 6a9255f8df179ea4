/**
 * The database: an embedded PostgreSQL that this module starts and stops, or an external one, behind one query builder.
 *
 * Promises: after `openDatabase` the schema is current, ids fit a JSON number, a lost connection rejects one query and
 * ends nothing. Leaves to the rooms: their tables (`tables.ts`), their migrations (`migrations/`), their SQL.
 */
export { createDatabase, type Database } from './database.ts'
export { startEmbeddedPostgres } from './embedded/supervisor.ts'
export type { DatabaseLog } from './log.ts'
export { migrate } from './migrate.ts'
export { type OpenDatabase, openDatabase, openDatabaseBeside } from './open.ts'
export { createPool } from './pool.ts'
export { StartError } from './start-error.ts'
export type { Tables } from './tables.ts'
