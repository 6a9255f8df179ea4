import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isStorageFull, type MediaEngine, type ProbeReport, storageFull } from '@rushes/media-engine'
import { findInstance, type MediaInstanceRow } from '../../media/index.ts'
import { getSetting } from '../../productions/index.ts'
import { PermanentError, type TaskOutcome, type TaskRun } from '../../workflows/index.ts'
import type { IngestInput } from '../definition.ts'
import { isLasting } from '../policy.ts'
import { type IngestSettings, readIngestSettings } from '../settings.ts'

/** The original of a clip. */
export interface Original {
  readonly mediaObjectId: number
  readonly instance: MediaInstanceRow
}

/** The original of the clip at work; a clip without one, or that is gone, is a `PermanentError`. */
export async function getOriginal({ ctx, mediaObjectId }: TaskRun<IngestInput>): Promise<Original> {
  const instance = mediaObjectId && (await findInstance(ctx.db, mediaObjectId, 'RAW'))
  if (!mediaObjectId || !instance) throw new PermanentError('NO_ORIGINAL', 'The clip has no original file')
  return { mediaObjectId, instance }
}

/** Lets a media tool read an instance; failures that another attempt cannot fix become permanent ones. */
export function withFile<T>(
  { ctx }: Pick<TaskRun<object>, 'ctx'>,
  instance: MediaInstanceRow,
  use: (path: string) => Promise<T>,
): Promise<T> {
  return tellLasting(ctx.platform.blobs.withLocalFile(instance.blob_key, use))
}

/** What the probe task found; probed again when this run has no such task. */
export async function getReport(
  run: TaskRun<IngestInput>,
  engine: MediaEngine,
  original: Original,
): Promise<ProbeReport> {
  // It went through JSON, which takes nothing away from a report; the times of frames are stored with the clip.
  const known = run.outputs.probe?.report as ProbeReport | undefined
  return known ?? probeOriginal(run, engine, original)
}

/** Probes the original. */
export function probeOriginal(
  run: TaskRun<IngestInput>,
  engine: MediaEngine,
  original: Original,
): Promise<ProbeReport> {
  return withFile(run, original.instance, path => engine.probe(path, { signal: run.signal }))
}

/** The proxy of the clip, if it has one. */
export function findProxy(
  { ctx }: TaskRun<IngestInput>,
  { mediaObjectId }: Original,
): Promise<MediaInstanceRow | undefined> {
  return findInstance(ctx.db, mediaObjectId, 'PROXY')
}

/** The setting `ingest` of the production. */
export async function getIngestSettings({ ctx, productionId }: TaskRun<object>): Promise<IngestSettings> {
  return readIngestSettings(await getSetting(ctx, productionId, 'ingest'))
}

/** Turns failures of the media tools that another attempt cannot fix into permanent ones. */
async function tellLasting<T>(job: Promise<T>): Promise<T> {
  try {
    return await job
  } catch (error) {
    if (isLasting(error)) throw new PermanentError(error.code, error.message)
    throw error
  }
}

/**
 * Lets a task make files in a folder of its own on the store's disk. The folder is empty, whatever an attempt that was
 * cut short left there, and goes with the task's end, unless a file of it is to be recorded.
 */
export async function inStaging(
  run: TaskRun<object>,
  task: string,
  make: (folder: string) => Promise<TaskOutcome>,
): Promise<TaskOutcome> {
  const folder = join(run.ctx.platform.stagingDir, `ingest-${run.workflowId}-${task}`)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await remove()
    await mkdir(folder, { recursive: true })
    const outcome = await make(folder)
    if (!outcome.record) await remove()
    return outcome
  } catch (error) {
    await remove()
    throw isStorageFull(error) ? storageFull(String(error)) : error
  }
}
