/**
 * The database: an embedded PostgreSQL that this module starts and stops, or an external one, behind one query builder.
 *
 * Promises: after `openDatabase` the schema is current, ids fit a JSON number, a lost connection rejects one query and
 * ends nothing. Leaves to the modules: their tables (`tables.ts`), their migrations (`migrations/`), their SQL.
 */
export { acceptsWrites, untilWritable } from './availability/accepts-writes.ts'
export { DatabaseUnavailableError } from './availability/outage.ts'
export { readWithin } from './availability/read-within.ts'
export { createDatabase, type Database } from './database.ts'
export { minFreeBytes, readFreeBytesBeyondReserve } from './embedded/space-guard.ts'
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
export { connectTo } from './opening/hosts.ts'
export {
  type DatabaseConfig,
  findRunningDatabase,
  type OpenDatabase,
  openDatabase,
  openDatabaseBeside,
  type ReachedDatabase,
  reachDatabase,
} from './opening/open.ts'
export {
  assertNotRestoring,
  isRestoreMarker,
  type RestoreMarker,
  readRestoreMarker,
  removeRestoreMarker,
  writeRestoreMarker,
} from './opening/restore-marker.ts'
export {
  findKeyFingerprint,
  getOrCreateIdentity,
  identityTable,
  lockKeyFingerprint,
  noteStoreMarked,
  readKeyFingerprint,
  storeKeyFingerprint,
} from './opening/service-identity-store.ts'
export { StartError } from './opening/start-error.ts'
export { createPool } from './pool.ts'
export type { Tables } from './tables.ts'
export { passLoggedTransactions, passTransactions } from './transaction-numbers.ts'
