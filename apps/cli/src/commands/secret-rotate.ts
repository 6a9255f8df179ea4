import { resolve } from 'node:path'
import { sealedColumns } from '@rushes/server/src/app.ts'
import { forgetKey, rotateKey } from '@rushes/server/src/platform/security/secrets/rotate-key.ts'
import { pino } from 'pino'
import type { Call } from '../command.ts'
import { withStartErrors } from '../errors/start-errors.ts'

/** Gives a service that does not run a new key, and seals with it what the old one had sealed. */
export async function run({ options, env, terminal }: Call<{ data?: string; forget?: true }>): Promise<void> {
  const log = pino({ level: 'error' }, pino.destination(2))
  const settings = options.data === undefined ? env : { ...env, RUSHES_DATA: resolve(options.data) }
  const { sealedValues } = await withStartErrors(() => rotateKey(settings, sealedColumns, log))
  if (options.forget) await withStartErrors(() => forgetKey(settings))
  const previousIsValid = options.forget !== true
  terminal.show({ sealedValues, previousIsValid }, () => [
    `The service has a new key, and ${sealedValues} stored secrets are sealed with it; sessions and API tokens go on`,
    previousIsValid
      ? 'Links and open uploads of before go on; end them when nobody needs them: rushes secret forget'
      : 'Links of before are ended; open uploads go on when their clients ask for a new location',
  ])
}
