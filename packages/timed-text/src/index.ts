/**
 * Subtitles and captions: one document between N readers and N writers.
 *
 * `formats` names every file format once. A reader gives a document and a list of problems and never throws; a writer
 * gives a file and a list of what the format could not hold. The member `support` of a format says what
 * survives in it. Runs in browsers too.
 */

export { loadLibraries } from '#libraries'
export { toClipDocument } from './conversion/clip-times.ts'
export {
  type DeliveryProfile,
  findDeliveryProfile,
  listDeliveryProfiles,
  prepareDelivery,
} from './conversion/delivery/index.ts'
export {
  type ComparedRow,
  type Conversion,
  type ConvertedFile,
  type CueDifference,
  compareByTime,
  compareCues,
  convertFile,
  type DifferentCues,
  findRollingCaptions,
  type RollingCaptions,
  toReadOptions,
} from './conversion/index.ts'
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
export { mapTimes, toFrameDocument, toLabelDocument, toMillisecondDocument } from './document/times.ts'
export type {
  MediaPlace,
  ReadOptions,
  ReadResult,
  TimedTextFormat,
  TimesReading,
  Translation,
  WriteOptions,
  WriteResult,
} from './format.ts'
export { type FormatFacts, type FormatId, listFormatFacts, listFormatIds, type TimeBase } from './format-facts.ts'
export { readAss, writeAss } from './formats/ass/index.ts'
export { type CaptionChannel, type CaptionData, type CaptionFacts, readCaptionData } from './formats/captions/index.ts'
export { detectFormat, findFormatBySignature } from './formats/detect-format.ts'
export {
  type EbuStlReadOptions,
  type EbuStlWriteOptions,
  readEbuStl,
  writeEbuStl,
} from './formats/ebu-stl/index.ts'
export { readScc, writeScc } from './formats/scc/index.ts'
export { readSrt, writeSrt } from './formats/srt/index.ts'
export { parseColumns, type TableColumns } from './formats/table/index.ts'
export {
  type Box,
  type EbuttOptions,
  layoutToBox,
  readTtml,
  regionToBox,
  writeEbutt,
  writeEbuttd,
  writeImsc,
  writeItt,
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
  type Spelling,
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
