import { closeSync, openSync, readSync } from 'node:fs'
import type { RawProbe } from '../../probe/raw.ts'
import type { ReadAt } from '../../probe/timecode/bytes.ts'
import { readIxml } from '../../probe/timecode/ixml.ts'
import { readMxfTimecode } from '../../probe/timecode/mxf-timecode.ts'
import { readTimecodeTrack } from '../../probe/timecode/timecode-track.ts'

/** What files say of their timecode and FFmpeg does not read, by its name of the demuxer. */
export function readTimecodes(path: string, demuxer: string): Pick<RawProbe, 'ixml' | 'timecodeTrack' | 'mxfTimecode'> {
  const file = openSync(path, 'r')
  const read: ReadAt = (position, length) => {
    if (!Number.isSafeInteger(position) || position < 0) return Buffer.alloc(0)
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, position))
  }
  try {
    if (demuxer === 'wav') {
      const ixml = readIxml(read)
      return ixml === undefined ? {} : { ixml }
    }
    if (demuxer === 'mxf') {
      const mxfTimecode = readMxfTimecode(read)
      return mxfTimecode === undefined ? {} : { mxfTimecode }
    }
    if (!demuxer.startsWith('mov')) return {}
    const timecodeTrack = readTimecodeTrack(read)
    return timecodeTrack === undefined ? {} : { timecodeTrack }
  } finally {
    closeSync(file)
  }
}
