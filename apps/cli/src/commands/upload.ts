import { type Client, WorkflowError, waitForWorkflow } from '@rushes/client'
import { doAtOnce, sumUp } from '../at-once.ts'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { openProgress } from '../terminal/progress.ts'
import { toSize } from '../terminal/terminal.ts'
import { type FoundFile, findFiles } from '../uploads/find-files.ts'
import { type SendOptions, type SentFile, sendFile } from '../uploads/send-file.ts'

export interface UploadOptions extends ProductionOptions {
  readonly collection?: number
  readonly jobs?: number
  readonly wait?: true
  readonly restart?: true
  /** False where `--no-digests` was given. */
  readonly digests: boolean
}

const usualJobs = 3
const goingOn = 'The same command goes on where this one stopped.'

/** Uploads files and folders; whatever was broken off goes on when the same is asked for again. */
export async function run(call: Call<UploadOptions, readonly string[]>): Promise<void> {
  const files = await findFiles(call.args)
  await uploadFiles(call, files, await openProduction(call))
}

/** Uploads files to a production, as the options of the call say. */
export async function uploadFiles(
  call: Call<UploadOptions, readonly string[]>,
  files: readonly FoundFile[],
  { api, prId }: { api: Client; prId: number },
): Promise<void> {
  const { options, terminal, signal, env } = call
  if (options.collection !== undefined) await api.collections.getCollection({ prId, id: options.collection, signal })
  const jobs = Math.min(options.jobs ?? usualJobs, files.length)
  const sending: Omit<SendOptions, 'onProgress'> = {
    api,
    env,
    to: { url: api.options.baseUrl, prId, collection: options.collection },
    // A few connections fill a line; more of them only hold more chunks in memory.
    parallel: jobs > 1 ? 2 : 4,
    digests: options.digests,
    restarts: options.restart === true,
    signal,
  }
  const progress = openProgress(terminal)
  const send = async (file: FoundFile) => {
    const bar = progress.begin(file.fileName, file.size)
    try {
      return await sendFile(file, { ...sending, onProgress: bar.move })
    } finally {
      bar.end()
    }
  }
  const { results, failures } = await doAtOnce(files, jobs, file => file.path, send, { signal, tell: progress.tell })
  progress.close()
  const isWaiting = options.wait === true && !signal.aborted
  const sent: readonly Ingested[] = isWaiting
    ? await Promise.all(results.map(file => waitForIngest(api, prId, file, signal)))
    : results
  showSent(call, sent)
  if (signal.aborted) {
    throw new CommandError('interrupted', `Interrupted: ${results.length} of ${files.length} files have come`, goingOn)
  }
  const failure = sumUp(failures, files.length, 'uploads')
  if (failure?.failure === 'unavailable') throw new CommandError('unavailable', failure.message, goingOn)
  if (failure) throw failure
  const [reason, ...others] = sent.flatMap(({ ingest, reason }) => (ingest === 'Completed' ? [] : (reason ?? [])))
  if (reason === undefined) return
  throw new CommandError('failed', others.length === 0 ? reason : `${others.length + 1} ingests failed`)
}

/** A file that was sent, and with `--wait` how its ingest ended. */
interface Ingested extends SentFile {
  readonly ingest?: string
  /** Why it did not end well. */
  readonly reason?: string
}

async function waitForIngest(api: Client, prId: number, file: SentFile, signal: AbortSignal): Promise<Ingested> {
  if (file.workflowId === undefined) return file
  try {
    const { status } = await waitForWorkflow(api, { prId, id: file.workflowId, signal })
    return { ...file, ingest: status }
  } catch (error) {
    if (signal.aborted) return file
    if (error instanceof WorkflowError) return { ...file, ingest: error.report.status, reason: error.message }
    throw error
  }
}

function showSent({ terminal }: Call, sent: readonly Ingested[]): void {
  terminal.showTable(sent, [
    ['clip', file => file.mediaObjectId],
    ['file', file => file.fileName],
    ['size', file => toSize(file.size)],
    ['', file => [file.resumed ? 'resumed' : undefined, file.ingest].filter(word => word !== undefined).join(', ')],
  ])
}
