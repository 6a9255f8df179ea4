import { resolve } from 'node:path'
import { rebuildSearch } from '@rushes/server/src/rebuild.ts'
import { pino } from 'pino'
import type { Call } from '../command.ts'
import { withStartErrors } from '../errors/start-errors.ts'

/** Rebuilds the search index from the database that the environment names. */
export async function run({ options, env, terminal }: Call<{ data?: string }>): Promise<void> {
  const log = pino({ level: 'warn' }, pino.destination(2))
  const settings = options.data === undefined ? env : { ...env, RUSHES_DATA: resolve(options.data) }
  const begun = performance.now()
  let counted = 0
  await withStartErrors(() =>
    rebuildSearch(settings, log, (percent, documents) => {
      counted = documents
      terminal.tell(`${percent} % of ${documents} documents`)
    }),
  )
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  terminal.show({ documents: counted, seconds }, () => [
    `The search index of ${counted} documents was rebuilt in ${seconds} s`,
  ])
}
