/**
 * The database: an embedded PostgreSQL that this module starts and stops, or an external one, behind one query builder.
 *
 * Promises: after `openDatabase` the schema is current, ids fit a JSON number, a lost connection rejects one query and
 * ends nothing. Leaves to the rooms: their tables (`tables.ts`), their migrations (`migrations/`), their SQL.
 */
export { createDatabase, type Database } from './database.ts'
export { startEmbeddedPostgres } from './embedded/supervisor.ts'
export type { DatabaseLog } from './log.ts'
export {
  type AppliedMigration,
  assertKnownHistory,
  createSchema,
  historyTable,
  lockSchema,
  migrate,
  readHistory,
} from './migrate.ts'
export {
  type DatabaseConfig,
  type OpenDatabase,
  openDatabase,
  openDatabaseBeside,
  type ReachedDatabase,
  reachDatabase,
} from './open.ts'
export { createPool } from './pool.ts'
export {
  assertNotRestoring,
  isRestoreMarker,
  type RestoreMarker,
  readRestoreMarker,
  removeRestoreMarker,
  writeRestoreMarker,
} from './restore-marker.ts'
export { StartError } from './start-error.ts'
export type { Tables } from './tables.ts'
