import { resolve } from 'node:path'
import { checkAllSnapshots, checkSnapshot } from '@rushes/server/src/backup.ts'
import type { Call } from '../command.ts'
import { withBackupErrors } from '../errors/backup-errors.ts'
import { CommandError } from '../errors/errors.ts'
import { followSteps } from '../terminal/step-progress.ts'
import { toSize, toText, toTime } from '../terminal/terminal.ts'

interface VerifyOptions {
  readonly snapshot?: string
  readonly all?: true
}

/** Reads snapshots as a whole and compares every file with its digest. */
export async function run(call: Call<VerifyOptions, readonly [string]>): Promise<void> {
  const { args, options, terminal, signal } = call
  const folder = resolve(args[0])
  if (options.all && options.snapshot !== undefined)
    throw new CommandError('usage', '--all and --snapshot exclude each other')
  const steps = followSteps(terminal)
  const reports = await withBackupErrors(call, async () => {
    const checking = { folder, signal, onProgress: steps.move }
    return options.all ? checkAllSnapshots(checking) : [await checkSnapshot(checking, options.snapshot)]
  }).finally(steps.end)
  terminal.show(reports, () =>
    reports.flatMap(({ snapshot, made, files, bytes, faults }) => [
      `${snapshot} (${toTime(made)}): ${files} files, ${toSize(bytes)}${faults.length === 0 ? ', whole' : ''}`,
      ...faults.map(({ path, problem }) => `  ${toText(path)}: ${problem}`),
    ]),
  )
  const damaged = reports.filter(({ faults }) => faults.length > 0)
  if (damaged.length > 0)
    throw new CommandError('refused', `${damaged.length} of ${reports.length} snapshots are damaged`)
}
