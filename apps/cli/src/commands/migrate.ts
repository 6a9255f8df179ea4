import { resolve } from 'node:path'
import { migrateService } from '@rushes/server/src/migrate.ts'
import { pino } from 'pino'
import type { Call } from '../command.ts'
import { withStartErrors } from '../errors/start-errors.ts'

/** Brings the schema of the database that the environment names up to date. */
export async function run({ options, env, terminal }: Call<{ data?: string }>): Promise<void> {
  const log = pino({ level: 'warn' }, pino.destination(2))
  const settings = options.data === undefined ? env : { ...env, RUSHES_DATA: resolve(options.data) }
  const migrations = await withStartErrors(() => migrateService(settings, log))
  terminal.show({ migrations }, () =>
    migrations.length === 0 ? ['The database is up to date'] : migrations.map(name => `migrated: ${name}`),
  )
}
