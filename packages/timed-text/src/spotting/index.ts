/**
 * Spotting: subtitles out of a transcript, and their times brought into the form that a preset asks for.
 *
 *   segmentTranscript   words with times     -> cues with lines
 *   spot                reading time, minimum gaps, shot changes, chaining; each is a pass of its own too
 *   showSpeakers        colours, dashes or labels
 *   removeBlankCues, insertDisclaimers
 *   convertFrameRate, correctTiming          times of another version of the film
 *
 * Passes take a document in frames and give another; run twice they do what they do once. Moving times is no pass: an
 * offset applied twice is twice the offset. Nothing here reads a clock or a file.
 */
export { removeBlankCues } from './blank-cues.ts'
export { type Disclaimer, insertDisclaimers } from './disclaimers.ts'
export { type ClipFacts, chainGaps, extendDurations, keepMinimumGaps } from './duration-passes.ts'
export { convertFrameRate, type FrameRateConversion } from './frame-rate.ts'
export type { Fault } from './member-reader.ts'
export type { SubtitlePreset } from './preset.ts'
export { readPreset } from './read-preset.ts'
export { type SegmentOptions, segmentTranscript } from './segment.ts'
export { shippedPresets } from './shipped-presets.ts'
export { alignToShots } from './shot-alignment.ts'
export { showSpeakers } from './speakers.ts'
export { spot } from './spot.ts'
export { correctTiming, readTimingCorrections, type TimingCorrection } from './timing-corrections.ts'
export type { TranscriptWord } from './words.ts'
