import { resolve } from 'node:path'
import { copyStorage } from '@rushes/server/src/storage.ts'
import type { Call } from '../command.ts'
import { withStartErrors } from '../errors/start-errors.ts'
import { toSize, toText } from '../terminal/terminal.ts'

interface CopyOptions {
  readonly data?: string
}

/** Copies the media of a service to another store. */
export async function run({
  args,
  options,
  env,
  terminal,
  signal,
}: Call<CopyOptions, readonly [string]>): Promise<void> {
  const settings = options.data === undefined ? env : { ...env, RUSHES_DATA: resolve(options.data) }
  const [target] = args
  const report = await withStartErrors(() => copyStorage(settings, target, signal))
  const { copied, copiedBytes, present } = report
  terminal.show(report, () => [
    `${copied} files (${toSize(copiedBytes)}) were copied to ${toText(target)}, ${present} were there; all have the same bytes`,
  ])
}
