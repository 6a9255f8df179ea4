import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createClient } from '@rushes/client'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { findAccount } from '../service/accounts.ts'
import { patientFetch } from '../service/patient-fetch.ts'
import { openClient } from '../service/session.ts'
import { openProgress } from '../terminal/progress.ts'

type ImportCall = Call<{ account?: number; name?: string }, readonly [file: string]>

const readBytes = 1024 * 1024

/** Makes a production of an archive in the named account, or in the one in which the caller may. */
export async function run(call: ImportCall): Promise<void> {
  const { args, options, signal, terminal } = call
  const [file] = args
  const found = await stat(file)
  if (!found.isFile()) throw new CommandError('refused', `${file} is no archive`)
  const api = await openClient(call)
  const id = options.account ?? (await findAccount(api, 'ACCOUNT_CREATE_PRODUCTION'))
  const progress = openProgress(terminal)
  const bar = progress.begin(file, found.size)
  // Nothing is sent twice: a refusal comes with half of the archive gone by.
  const patient = createClient({ ...api.options, fetch: patientFetch, retries: 0 })
  try {
    const imported = await patient.archives.importProduction({
      id,
      query: options.name === undefined ? {} : { name: options.name },
      body: Readable.toWeb(Readable.from(readCounted(file, bar.move))) as ReadableStream,
      signal,
    })
    const { production, leftOut } = imported
    terminal.show(imported, () => [
      String(production.id),
      ...Object.entries(leftOut).map(([what, count]) => `left out: ${count} ${what}`),
    ])
  } finally {
    bar.end()
    progress.close()
  }
}

async function* readCounted(file: string, move: (doneBytes: number) => void): AsyncGenerator<Uint8Array> {
  let done = 0
  for await (const bytes of createReadStream(file, { highWaterMark: readBytes }) as AsyncIterable<Uint8Array>) {
    yield bytes
    done += bytes.length
    move(done)
  }
}
