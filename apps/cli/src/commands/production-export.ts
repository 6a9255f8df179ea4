import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createClient } from '@rushes/client'
import type { ArchivedMedia } from '@rushes/contract'
import type { Call } from '../command.ts'
import { CommandError, isFileError } from '../errors/errors.ts'
import { alreadyThere, exists, moveToNew, writeBytes } from '../service/downloads.ts'
import { patientFetch } from '../service/patient-fetch.ts'
import { openProduction } from '../service/session.ts'
import { assertOutput } from '../terminal/outputs.ts'
import { openProgress } from '../terminal/progress.ts'
import { toSize } from '../terminal/terminal.ts'

interface ExportOptions {
  readonly media?: ArchivedMedia
  readonly force?: true
}

/** Writes a production into an archive: whole, or no file at all. */
export async function run(call: Call<ExportOptions, readonly [production: string, file: string]>): Promise<void> {
  const { args, options, signal, terminal } = call
  const [production, file] = args
  if (file === '-') assertOutput(call, file)
  else if (options.force !== true && (await exists(file))) throw alreadyThere(file)
  const { api, prId } = await openProduction({ ...call, options: { ...options, production } })
  const patient = createClient({ ...api.options, fetch: patientFetch })
  const query = options.media === undefined ? {} : { media: options.media }
  const response = await patient.archives.exportProduction({ prId, query, signal })
  if (file === '-') return sendToOutput(call, response)
  const draft = `${file}.${process.pid}.part`
  try {
    const size = await save(call, response, draft, file)
    if (options.force === true) await rename(draft, file)
    else await moveToNew(draft, file)
    terminal.show({ productionId: prId, file, size }, () => [`${file}  ${toSize(size)}`])
  } finally {
    await rm(draft, { force: true })
  }
}

/** Writes the archive to the standard output as it arrives; a reader that is slow is waited for. */
async function sendToOutput(
  { terminal, signal }: Pick<Call, 'terminal' | 'signal'>,
  response: Response,
): Promise<void> {
  const expected = Number(response.headers.get('content-length'))
  let sent = 0
  for await (const part of response.body as ReadableStream<Uint8Array>) {
    signal.throwIfAborted()
    await terminal.write(part)
    sent += part.length
  }
  if (sent !== expected) throw new CommandError('unavailable', `${sent} of ${expected} bytes of the archive came`)
}

/** Gives the number of bytes, which are as many as the service said. */
async function save(
  { terminal, signal }: Pick<Call, 'terminal' | 'signal'>,
  response: Response,
  draft: string,
  name: string,
): Promise<number> {
  const expected = Number(response.headers.get('content-length'))
  const progress = openProgress(terminal)
  const bar = progress.begin(name, expected)
  let done = 0
  const onProgress = (doneBytes: number) => {
    done = doneBytes
    bar.move(done)
  }
  try {
    await writeBytes(Readable.fromWeb(response.body as ReadableStream), draft, { flags: 'wx', signal, onProgress })
  } catch (error) {
    if (signal.aborted || isFileError(error)) throw error
    throw new CommandError('unavailable', `The archive broke off after ${toSize(done)} of ${toSize(expected)}`)
  } finally {
    bar.end()
    progress.close()
  }
  const { size } = await stat(draft)
  if (size === expected) return size
  throw new CommandError('unavailable', `${size} of ${expected} bytes of the archive came`)
}
