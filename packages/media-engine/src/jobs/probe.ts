import { MediaError } from '../errors.ts'
import { DEFAULT_TIMEOUT_MS } from '../limits.ts'
import type { ProbeReport } from '../probe/report.ts'
import { readHead, sniff } from '../probe/sniff.ts'
import { toDocumentReport, toReport } from '../probe/to-report.ts'
import { type JobContext, type JobOptions, toStopOptions } from './context.ts'

/** Says what a file is; see `MediaEngine.probe`. */
export async function probe(
  context: JobContext,
  path: string,
  { keepsTimes, ...options }: JobOptions & { readonly keepsTimes?: boolean } = {},
): Promise<ProbeReport> {
  const head = await readHead(path)
  const seen = sniff(head)
  if (head.sizeBytes === 0) throw new MediaError('NOT_MEDIA', 'The file is empty.')
  if (seen.is === 'PLAYLIST') throw new MediaError('REFUSED', 'Playlists are not accepted: they name further files.')
  if (seen.is === 'DOCUMENT') return toDocumentReport('DOCUMENT', seen.mimeType, head.sizeBytes)
  try {
    const demuxer = seen.is === 'STILL' ? seen.demuxer : undefined
    const stop = toStopOptions(context, options, DEFAULT_TIMEOUT_MS.probe)
    const raw = await context.quickWorkers.run('probe', { path, demuxer }, stop)
    const described = { ...raw, format: { ...raw.format, size: String(head.sizeBytes) } }
    return toReport(described, seen, head.sizeBytes, { keepsTimes: keepsTimes ?? false })
  } catch (error) {
    // a file without a signature that nothing reads is not a damaged film, it is something else
    const isForeign = seen.is === 'UNKNOWN' && error instanceof MediaError && error.code === 'NOT_MEDIA'
    if (!isForeign) throw error
    return toDocumentReport('UNKNOWN', 'application/octet-stream', head.sizeBytes)
  }
}
