import { resolve } from 'node:path'
import { checkStorage } from '@rushes/server/src/storage.ts'
import { pino } from 'pino'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { withStartErrors } from '../errors/start-errors.ts'
import { toSize, toText } from '../terminal/terminal.ts'

interface CheckOptions {
  readonly repair?: true
  readonly data?: string
}

/** Compares the media of a service with its database. */
export async function run({ options, env, terminal, signal }: Call<CheckOptions>): Promise<void> {
  const log = pino({ level: 'warn' }, pino.destination(2))
  const settings = options.data === undefined ? env : { ...env, RUSHES_DATA: resolve(options.data) }
  const report = await withStartErrors(() => checkStorage(settings, log, { repair: options.repair === true, signal }))
  const { files, bytes, missing, orphans, orphanBytes, removed } = report
  terminal.show(report, () => [
    `${files} files of clips (${toSize(bytes)})`,
    `${orphans} files that nothing names (${toSize(orphanBytes)})`,
    ...(options.repair ? [`${removed} files and uploads were removed`] : []),
  ])
  for (const key of missing) terminal.tell(`missing: ${toText(key)}`)
  if (missing.length > 0) {
    const advice = 'Restore them from a backup: rushes backup verify <folder> says which is whole.'
    throw new CommandError('refused', `The store lacks ${missing.length} files, or parts of them`, advice)
  }
}
