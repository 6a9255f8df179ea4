import { resolve } from 'node:path'
import { restoreService } from '@rushes/server/src/backup.ts'
import { rebuildSearch } from '@rushes/server/src/rebuild.ts'
import { pino } from 'pino'
import type { Call } from '../command.ts'
import { withBackupErrors } from '../errors/backup-errors.ts'
import { withStartErrors } from '../errors/start-errors.ts'
import { followSteps } from '../terminal/step-progress.ts'
import { toSize, toText, toTime } from '../terminal/terminal.ts'

interface RestoreCommandOptions {
  readonly snapshot?: string
  readonly data?: string
}

/**
 * Restores a backup to the empty data folder, and the empty database, that the environment names, and makes its search
 * index. Where that is cut short, the service makes it when it starts.
 */
export async function run(call: Call<RestoreCommandOptions, readonly [string]>): Promise<void> {
  const { args, options, env, terminal, signal } = call
  const log = pino({ level: 'warn' }, pino.destination(2))
  const settings = options.data === undefined ? env : { ...env, RUSHES_DATA: resolve(options.data) }
  const folder = resolve(args[0])
  const steps = followSteps(terminal)
  const report = await withBackupErrors(call, () =>
    restoreService(settings, log, { folder, snapshot: options.snapshot, signal, onProgress: steps.move }),
  ).finally(steps.end)
  await withStartErrors(() =>
    rebuildSearch(settings, log, (percent, documents) =>
      terminal.tell(`search index: ${percent} % of ${documents} documents`),
    ),
  )
  const { snapshot, made, tables, rows, blobs, blobBytes, lost } = report
  terminal.show({ folder, ...report }, () => [
    `The service of ${toTime(made)} (${snapshot}) is restored: start it with \`rushes start\``,
    `${rows} rows of ${tables} tables, ${blobs} blobs (${toSize(blobBytes)})`,
    ...lost.map(key => `was lost before the backup: ${toText(key)}`),
  ])
}
