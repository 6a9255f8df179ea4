/**
 * Markers of a clip or of a cut, as editing systems exchange them: CSV, CMX 3600 edit lists with locators, FCPXML, and the
 * marker list of Media Composer.
 *
 * A writer takes a cut and gives a file; a reader takes a file and a clip, gives markers and located problems, and never
 * throws. `formats` names every format once and says what survives in it. Runs in browsers too.
 */
export { formatRow, type Row, readRows } from './csv/cells.ts'
export { type Cut, type MarkedClip, type Marker, type Piece, type Remark, toCutOfClip } from './cut.ts'
export { decodeText } from './decode-text.ts'
export { NoFramesError } from './errors.ts'
export { formats, type MarkerFormat, type MarkerFormatId } from './formats.ts'
export { type FilePart, type RemarkPart, writePart } from './parts.ts'
export type { Problem, ProblemCode, ReadMarker, ReadRemark, ReadResult, TargetClip } from './read.ts'
