import { resolve } from 'node:path'
import { BackupError, listSnapshotNames, openSnapshot } from '@rushes/server/src/backup.ts'
import type { Call } from '../command.ts'
import { withBackupErrors } from '../errors/backup-errors.ts'
import { toSize, toTime } from '../terminal/terminal.ts'

/** A snapshot by its manifest, or what is wrong with that. */
interface Listed {
  readonly snapshot: string
  readonly made?: number
  readonly rows?: number
  readonly blobs?: number
  readonly bytes?: number
  readonly schema?: string
  readonly problem?: string
}

/** Lists the snapshots of a folder, the oldest first, by their manifests. */
export async function run(call: Call<object, readonly [string]>): Promise<void> {
  const { args, terminal } = call
  const folder = resolve(args[0])
  const snapshots = await withBackupErrors(call, async () => {
    const listed: Listed[] = []
    for (const name of await listSnapshotNames(folder)) listed.push(await describeSnapshot(folder, name))
    return listed
  })
  terminal.showTable(snapshots, [
    ['snapshot', row => row.snapshot],
    ['made', row => toTime(row.made)],
    ['rows', row => row.rows],
    ['blobs', row => row.blobs],
    ['size', row => toSize(row.bytes)],
    ['schema', row => row.schema],
    ['problem', row => row.problem],
  ])
}

async function describeSnapshot(folder: string, snapshot: string): Promise<Listed> {
  try {
    const { manifest } = await openSnapshot(folder, snapshot)
    const { made, tables, blobs, migrations } = manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return { snapshot, made, rows, blobs: blobs.count, bytes: blobs.bytes, schema: migrations.at(-1)!.name }
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return { snapshot, problem: error.message }
  }
}
