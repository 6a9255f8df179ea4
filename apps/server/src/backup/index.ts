/**
 * Backups of a whole service: snapshots of its database, its blobs and its key in a folder, and services made of them.
 * Promises: a snapshot is of one moment, or does not exist; no damaged one is restored, nor one into what is
 * in use; what is restored is the same on another server, in the order of its log, too.
 * Leaves to others: where the service stores its data, which tables are derived and how they are rebuilt.
 */
export { type BackupOptions, type BackupReport, makeBackup } from './back-up.ts'
export { BackupError } from './backup-error.ts'
export { listSnapshotNames, openSnapshot } from './folder.ts'
export type { Progress } from './progress.ts'
export { type RestoreOptions, type RestoreReport, restoreBackup } from './restore.ts'
export { checkAllSnapshots, checkSnapshot } from './verify.ts'
