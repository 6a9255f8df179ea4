/**
 * Subtitles and captions: one document between N readers and N writers.
 *
 * `formats` names every file format once. A reader gives a document and a list of problems and never throws; a writer
 * gives a file and a list of what the format could not hold. Each format's folder begins with the table of what
 * survives in it. Runs in browsers too.
 */
export type { Diagnostic, DiagnosticCode, Severity } from './diagnostics.ts'
export type * from './document.ts'
export {
  type EbuStlReadOptions,
  type EbuStlWriteOptions,
  readEbuStl,
  writeEbuStl,
} from './ebu-stl/index.ts'
export type { ReadOptions, ReadResult, TimedTextFormat, WriteResult } from './format.ts'
export { type FormatId, findFormatByFileName, findFormatByMediaType, formats } from './formats.ts'
export {
  type CharacterCounting,
  type CueMeasures,
  countCharacters,
  countWords,
  listLines,
  measureCue,
  measureLine,
} from './measures.ts'
export { readSrt, writeSrt } from './srt/index.ts'
export { toPlainText } from './text-parts.ts'
export { mapTimes, toFrameDocument, toMillisecondDocument } from './times.ts'
export { type EbuttOptions, readTtml, writeEbutt, writeEbuttd } from './ttml/index.ts'
export { readWebvtt, writeWebvtt } from './webvtt/index.ts'
