/**
 * Subtitles and captions: one document between N readers and N writers.
 *
 * `formats` names every file format once. A reader gives a document and a list of problems and never throws; a writer
 * gives a file and a list of what the format could not hold. The member `support` of a format says what
 * survives in it. Runs in browsers too.
 */

export type { Diagnostic, DiagnosticCode, Severity } from './document/diagnostics.ts'
export type * from './document/document.ts'
export {
  type CharacterCounting,
  type CueMeasures,
  countCharacters,
  countWords,
  listLines,
  measureCue,
  measureLine,
} from './document/measures.ts'
export { mapTimes, toFrameDocument, toMillisecondDocument } from './document/times.ts'
export type { ReadOptions, ReadResult, TimedTextFormat, WriteOptions, WriteResult } from './format.ts'
export { type FormatFacts, type FormatId, listFormatFacts, listFormatIds, type TimeBase } from './format-facts.ts'
export { detectFormat, findFormatBySignature } from './formats/detect-format.ts'
export {
  type EbuStlReadOptions,
  type EbuStlWriteOptions,
  readEbuStl,
  writeEbuStl,
} from './formats/ebu-stl/index.ts'
export { readSrt, writeSrt } from './formats/srt/index.ts'
export {
  type Box,
  type EbuttOptions,
  layoutToBox,
  readTtml,
  regionToBox,
  writeEbutt,
  writeEbuttd,
} from './formats/ttml/index.ts'
export { readWebvtt, writeWebvtt } from './formats/webvtt/index.ts'
export { findFormat, findFormatByFileName, findFormatByMediaType, formats, listFormats } from './formats.ts'
export {
  type CheckedCue,
  type CheckedDocument,
  type CheckOptions,
  checkCues,
  createNetflixPreset,
  findQualityRules,
  isQualityCode,
  type QualityCode,
  type QualityWarning,
  qualityPresets,
  qualityRules,
  readHousePreset,
} from './quality/index.ts'
export {
  alignToShots,
  type ClipFacts,
  chainGaps,
  convertFrameRate,
  correctTiming,
  type Disclaimer,
  extendDurations,
  type Fault,
  type FrameRateConversion,
  insertDisclaimers,
  keepMinimumGaps,
  readPreset,
  readTimingCorrections,
  removeBlankCues,
  type SegmentOptions,
  type SubtitlePreset,
  segmentTranscript,
  shippedPresets,
  showSpeakers,
  spot,
  type TimingCorrection,
  type TranscriptWord,
} from './spotting/index.ts'
export { decodeText } from './text/decode-text.ts'
export { toPlainText } from './text/text-parts.ts'
export {
  type AlignOptions,
  alignWords,
  applyDictionary,
  assignSpeakers,
  cutParagraphs,
  type DictionaryEntry,
  findSpeech,
  joinText,
  type ParagraphRules,
  type Recognition,
  type RecognitionFormat,
  readRecognition,
  readSpeakerTurns,
  type Span,
  type SpeakerTurn,
  splitText,
  spreadText,
  type TimedWord,
  toTranscriptWords,
  type WrittenParagraph,
  writeTranscriptCsv,
  writeTranscriptHtml,
  writeTranscriptText,
} from './transcript/index.ts'
