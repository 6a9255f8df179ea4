import { closeSync, openSync, readSync } from 'node:fs'
import type { RawProbe } from '../../probe/raw.ts'
import type { ReadAt } from '../../probe/timecode/bytes.ts'
import { readIxml } from '../../probe/timecode/ixml.ts'
import { readMxfTimecode } from '../../probe/timecode/mxf-timecode.ts'
import { listUnshownTracks, readTimecodeTrack } from '../../probe/timecode/timecode-track.ts'

type Unread = Pick<RawProbe, 'ixml' | 'timecodeTrack' | 'unshownTracks' | 'mxfTimecode'>

/** What files say of their timecode, and of tracks, and FFmpeg does not read, by its name of the demuxer. */
export function readTimecodes(path: string, demuxer: string): Unread {
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
    return { unshownTracks: listUnshownTracks(read), ...(timecodeTrack && { timecodeTrack }) }
  } finally {
    closeSync(file)
  }
}
