import { countFrames, type Frames, findDivisor, hasFrame, resampleFrames, type TimecodeFormat } from '@rushes/timebase'
import type { Cut, MarkedClip, Marker, Piece } from '../cut.ts'
import { NoFramesError } from '../errors.ts'
import { toContainingFrame } from './counting.ts'

/** A marker and where it stands. */
export interface PlacedMarker {
  readonly marker: Marker
  /** Frame of the clip. */
  readonly clipFrame: Frames
  /** Frame of the cut, 0 for its first; absent for a piece that takes no time. */
  readonly cutFrame?: Frames
}

/** A piece at its place in the cut. */
export interface PlacedPiece {
  readonly piece: Piece
  readonly markers: readonly PlacedMarker[]
}

/** A piece that takes time in a cut that has some; `offset` and `length` are frames of the cut. */
export interface TimedPiece {
  readonly piece: Piece
  readonly clip: MarkedClip & { readonly format: TimecodeFormat }
  readonly offset: Frames
  readonly length: Frames
  readonly markers: readonly (PlacedMarker & { readonly cutFrame: Frames })[]
}

/**
 * Every piece with the markers in its range, in the order of their frames. What is said of a whole clip stands on the
 * first frame of the piece. Pieces of another rate than the cut's keep their length in time, to the nearest frame; where
 * the cut's divides it, every picture is in the frame of the cut during which it begins.
 */
export function layOut(cut: Cut): PlacedPiece[] {
  let offset = 0
  return cut.pieces.map(piece => {
    const timed = cut.format && toTimed(piece, piece.clip, cut.format, offset)
    if (!timed) return { piece, markers: listMarkers(piece) }
    offset += timed.length
    return timed
  })
}

/** The same of the pieces that take time. Throws `NoFramesError` when none does. */
export function layOutInTime(cut: Cut): { format: TimecodeFormat; pieces: TimedPiece[] } {
  const pieces = layOut(cut).filter((piece): piece is TimedPiece => 'offset' in piece)
  if (!cut.format || pieces.length === 0) throw new NoFramesError()
  return { format: cut.format, pieces }
}

function toTimed(piece: Piece, clip: MarkedClip, cut: TimecodeFormat, offset: Frames): TimedPiece | undefined {
  const { format } = clip
  const { start } = piece.range
  if (!format || countFrames(piece.range) <= 0) return undefined
  const divisor = findDivisor(format.rate, cut.rate)
  const count = countFrames(piece.range)
  const length = Math.max(1, divisor ? Math.ceil(count / divisor) : resampleFrames(count, format.rate, cut.rate))
  return {
    piece,
    clip: { ...clip, format },
    offset,
    length,
    markers: listMarkers(piece).map(placed => ({
      ...placed,
      cutFrame: offset + Math.min(length - 1, toContainingFrame(placed.clipFrame - start, format.rate, cut.rate)),
    })),
  }
}

function listMarkers({ clip, range }: Piece): PlacedMarker[] {
  return clip.markers
    .filter(({ frame }) => frame === undefined || hasFrame(range, frame))
    .map(marker => ({ marker, clipFrame: marker.frame ?? range.start }))
    .sort((a, b) => a.clipFrame - b.clipFrame)
}
