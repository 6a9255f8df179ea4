import { MediaError } from '../errors.ts'
import { runProbe } from '../ffmpeg/probe.ts'
import { DEFAULT_TIMEOUT_MS } from '../limits.ts'
import type { RawProbe } from '../probe/raw.ts'
import type { ProbeReport } from '../probe/report.ts'
import { readHead, sniff } from '../probe/sniff.ts'
import { toDocumentReport, toReport } from '../probe/to-report.ts'
import { type JobContext, type JobOptions, toStopOptions } from './context.ts'

async function readRaw(
  context: JobContext,
  path: string,
  demuxer: string | undefined,
  options: JobOptions,
): Promise<RawProbe> {
  const stop = toStopOptions(context, options, DEFAULT_TIMEOUT_MS.probe)
  if (await context.findLibrary()) return context.quickWorkers.run('probe', { path, demuxer }, stop)
  const tools = await context.findTools()
  if (!tools) throw new MediaError('NO_ENGINE', 'Neither node-av nor a system ffprobe is available.')
  return runProbe(tools.ffprobe, path, demuxer, stop)
}

/** Says what a file is; see `MediaEngine.probe`. */
export async function probe(context: JobContext, path: string, options: JobOptions = {}): Promise<ProbeReport> {
  const head = await readHead(path)
  const seen = sniff(head)
  if (head.sizeBytes === 0) throw new MediaError('NOT_MEDIA', 'The file is empty.')
  if (seen.is === 'PLAYLIST') throw new MediaError('REFUSED', 'Playlists are not accepted: they name further files.')
  if (seen.is === 'DOCUMENT') return toDocumentReport('DOCUMENT', seen.mimeType, head.sizeBytes)
  try {
    const raw = await readRaw(context, path, seen.is === 'STILL' ? seen.demuxer : undefined, options)
    return toReport({ ...raw, format: { ...raw.format, size: String(head.sizeBytes) } }, seen, head.sizeBytes)
  } catch (error) {
    // a file without a signature that nothing reads is not a damaged film, it is something else
    const isForeign = seen.is === 'UNKNOWN' && error instanceof MediaError && error.code === 'NOT_MEDIA'
    if (!isForeign) throw error
    return toDocumentReport('UNKNOWN', 'application/octet-stream', head.sizeBytes)
  }
}
