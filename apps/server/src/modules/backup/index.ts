/**
 * Backups of a whole service: snapshots of its database, its blobs and its key in a folder, and services made of them.
 * Promises: a snapshot is of one moment, or does not exist; no damaged one is restored, nor one into what is
 * in use; what is restored is the same on another server, in the order of its log, too.
 * Leaves to others: where the service stores its data, which tables are derived and how they are rebuilt.
 */

export { listSnapshotNames, openSnapshot } from './folder/folder.ts'
export type { Progress } from './folder/progress.ts'
export { checkAllSnapshots, checkSnapshot } from './folder/verify.ts'
export { type RestoreOptions, type RestoreReport, restoreBackup } from './restoring/restore.ts'
export { type BackupOptions, type BackupReport, makeBackup } from './saving/back-up.ts'
export { BackupError } from './saving/backup-error.ts'
