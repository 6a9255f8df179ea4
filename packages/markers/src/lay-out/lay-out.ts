import { countFrames, type Frames, findDivisor, hasFrame, resampleFrames, type TimecodeFormat } from '@rushes/timebase'
import type { Cut, MarkedClip, Marker, Piece } from '../cut.ts'
import { NoFramesError } from '../errors.ts'
import { toContainingFrame } from './counting.ts'

/** A marker and where it stands. */
export interface PlacedMarker {
  readonly marker: Marker
  /** Frame of the clip. */
  readonly clipFrame: Frames
  /** Frames of the clip that are meant, as far as the piece has them. */
  readonly clipLength: Frames
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
  /** The frames of the cut in which those of the clip are. */
  readonly markers: readonly (PlacedMarker & { readonly cutFrame: Frames; readonly cutLength: Frames })[]
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
  const toEnd = (end: Frames) => (divisor ? Math.ceil(end / divisor) : resampleFrames(end, format.rate, cut.rate))
  const length = Math.max(1, toEnd(countFrames(piece.range)))
  return {
    piece,
    clip: { ...clip, format },
    offset,
    length,
    markers: listMarkers(piece).map(placed => {
      const first = placed.clipFrame - start
      const inPiece = Math.min(length - 1, toContainingFrame(first, format.rate, cut.rate))
      const end = Math.min(length, toEnd(first + placed.clipLength))
      const cutLength = placed.clipLength === 1 ? 1 : Math.max(1, end - inPiece)
      return { ...placed, cutFrame: offset + inPiece, cutLength }
    }),
  }
}

function countMeant({ frame, end }: Marker, range: Piece['range']): Frames {
  return frame === undefined || end === undefined ? 1 : Math.max(1, Math.min(end, range.end) - frame)
}

function listMarkers({ clip, range }: Piece): PlacedMarker[] {
  return clip.markers
    .filter(({ frame }) => frame === undefined || hasFrame(range, frame))
    .map(marker => ({ marker, clipFrame: marker.frame ?? range.start, clipLength: countMeant(marker, range) }))
    .sort((a, b) => a.clipFrame - b.clipFrame)
}
