import { resolve } from 'node:path'
import { backUpService } from '@rushes/server/src/backup.ts'
import { pino } from 'pino'
import type { Call } from '../command.ts'
import { withBackupErrors } from '../errors/backup-errors.ts'
import { CommandError } from '../errors/errors.ts'
import { followSteps } from '../terminal/step-progress.ts'
import { toSize, toText } from '../terminal/terminal.ts'

interface BackupCommandOptions {
  readonly keep?: number
  readonly data?: string
}

/** Makes a backup of the service that the environment describes, while it runs or alone. */
export async function run(call: Call<BackupCommandOptions, readonly [string]>): Promise<void> {
  const { args, options, env, terminal, signal } = call
  const log = pino({ level: 'warn' }, pino.destination(2))
  const settings = options.data === undefined ? env : { ...env, RUSHES_DATA: resolve(options.data) }
  const folder = resolve(args[0])
  const steps = followSteps(terminal)
  const report = await withBackupErrors(call, () =>
    backUpService(settings, log, { folder, keep: options.keep, signal, onProgress: steps.move }),
  ).finally(steps.end)
  const { snapshot, tables, rows, blobs, blobBytes, copiedBlobs, copiedBytes, lost, removed, unpruned } = report
  terminal.show({ folder, ...report }, () => [
    `The snapshot ${snapshot} is in ${toText(folder)}`,
    `${rows} rows of ${tables} tables; ${blobs} blobs (${toSize(blobBytes)}), ${copiedBlobs} of them copied (${toSize(copiedBytes)})`,
    ...removed.map(name => `${name} was removed`),
  ])
  if (unpruned !== undefined) terminal.tell(`not removed: ${toText(unpruned)}`)
  for (const key of lost) terminal.tell(`lost: ${toText(key)}`)
  if (lost.length > 0) {
    const advice =
      'All else is in the snapshot. See whether the data folder is whole, or restore these from an earlier one.'
    throw new CommandError('failed', `The service has lost ${lost.length} of its blobs, or parts of them`, advice)
  }
  if (unpruned !== undefined) {
    const advice = 'The snapshot is whole. See what is wrong with the others: rushes backup verify <folder> --all'
    throw new CommandError('failed', 'Older snapshots or their media could not be removed', advice)
  }
}
