import { notFound } from '@rushes/contract'
import type { MediaEngine } from '@rushes/media-engine'
import type { Context, Platform } from '../../../platform/context.ts'
import { type Exchange, RawReply } from '../../../platform/http/index.ts'
import { getMediaObjectRow, listInstanceRows, type MediaInstanceRow } from '../../media/index.ts'
import { withFile } from './original.ts'

const defaultWidth = 1920
/** The bytes at the address of a frame change only when the clip is ingested again. */
const keptForSeconds = 3600

/** Answers a JPEG of exactly one frame, taken from the proxy where there is one. Throws NotFoundError. */
export async function answerFrame(
  ctx: Context,
  engine: MediaEngine,
  wanted: { productionId: number; mediaObjectId: number; frame: number; width: number | undefined },
  exchange: Pick<Exchange, 'headers' | 'signal'>,
): Promise<RawReply> {
  const { productionId, mediaObjectId, frame, width = defaultWidth } = wanted
  const clip = await getMediaObjectRow(ctx.db, productionId, mediaObjectId)
  const source = chooseSource(await listInstanceRows(ctx.db, mediaObjectId))
  if (!source || frame >= (clip.frame_count ?? 1)) throw notFound('Frame', frame)
  const etag = `"${source.id}-${source.version}-${frame}-${width}"`
  const headers = { etag, 'cache-control': `private, max-age=${keptForSeconds}` }
  if (exchange.headers['if-none-match'] === etag) return new RawReply(304, headers)
  const { bytes } = await grab(ctx, engine, source, { frame, width, signal: exchange.signal })
  return new RawReply(200, { ...headers, 'content-type': 'image/jpeg', 'content-length': bytes.length }, bytes)
}

/** The proxy has the frames of the original under their numbers, in a form that is quick to search. */
function chooseSource(instances: readonly MediaInstanceRow[]): MediaInstanceRow | undefined {
  const hasPicture = ({ mime_type: type }: MediaInstanceRow) => type.startsWith('video/') || type.startsWith('image/')
  const ofType = (type: MediaInstanceRow['type']) => instances.findLast(row => row.type === type && hasPicture(row))
  return ofType('PROXY') ?? ofType('RAW')
}

async function grab(
  ctx: Context,
  engine: MediaEngine,
  source: MediaInstanceRow,
  { frame, width, signal }: { frame: number; width: number; signal: AbortSignal },
) {
  const request = { frame, maxWidth: width, signal, isRegular: source.type === 'PROXY' }
  try {
    return await withFile({ ctx }, source, async input => {
      const report = await recallReport(ctx.platform, source.id, () => engine.probe(input, { signal }))
      return engine.grabFrame({ ...request, input, report })
    })
  } catch (error) {
    const isAbsent =
      error instanceof Error && 'code' in error && ['FRAME_OUT_OF_RANGE', 'NO_STREAM'].includes(String(error.code))
    throw isAbsent ? notFound('Frame', frame) : error
  }
}

type Report = Awaited<ReturnType<MediaEngine['probe']>>

declare module '../../../platform/module.ts' {
  interface Services {
    /** Of files by the ids of their instances: to count the frames of a long film takes longer than to decode one. */
    readonly probes: Map<number, Promise<Report>>
  }
}

const mostReports = 200

/** The bytes of an instance never change. */
function recallReport({ services }: Platform, instanceId: number, probe: () => Promise<Report>): Promise<Report> {
  const reports = services.probes
  const known = reports.get(instanceId)
  if (known) return known
  const report = probe()
  reports.set(instanceId, report)
  report.catch(() => reports.delete(instanceId))
  if (reports.size > mostReports) reports.delete(reports.keys().next().value!)
  return report
}
