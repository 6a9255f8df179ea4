import { parseTimestamp } from './timing.ts'

const timestampMap = /\nX-TIMESTAMP-MAP=([^\n]*)/

/**
 * The time of the cues at which the media begins, by the header of a segment of a stream (RFC 8216, 3.5). MPEGTS is a
 * time of the stream that the media was cut from, of which nothing is known here.
 */
export function findLocalTime(header: string): number | undefined {
  const local = /(?:^|,)LOCAL:([^,\s]*)/.exec(timestampMap.exec(header)?.[1] ?? '')?.[1]
  return local === undefined ? undefined : parseTimestamp(local)
}

/** A header without the time that the cues of its file began at, which does not hold once they have moved. */
export function withoutTimestampMap(header: string): string {
  return header.replace(timestampMap, '')
}
