import { MediaError } from '../errors.ts'
import type { Track } from '../probe/report.ts'

/** Throws `UNSUPPORTED` for a track of which nothing can be made. */
export function assertReadable(track: Track | undefined): void {
  if (track?.unreadable === undefined) return
  const name = track.type === 'AUDIO' ? 'sound' : 'picture'
  throw new MediaError('UNSUPPORTED', `The ${name} of the file cannot be read: ${track.unreadable}.`)
}
