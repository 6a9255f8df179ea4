import { timestampMap } from '../../document/times.ts'
import { parseTimestamp } from './timing.ts'

/**
 * The time of the cues at which the media begins, by the header of a segment of a stream (RFC 8216, 3.5). MPEGTS is a
 * time of the stream that the media was cut from, of which nothing is known here.
 */
export function findLocalTime(header: string): number | undefined {
  const local = /(?:^|,)LOCAL:([^,\s]*)/.exec(timestampMap.exec(header)?.[1] ?? '')?.[1]
  return local === undefined ? undefined : parseTimestamp(local)
}
