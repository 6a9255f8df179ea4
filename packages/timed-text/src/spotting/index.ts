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
export type { Fault } from './presets/member-reader.ts'
export type { SubtitlePreset } from './presets/preset.ts'
export { readPreset } from './presets/read-preset.ts'
export { shippedPresets } from './presets/shipped-presets.ts'
export { type SegmentOptions, segmentTranscript } from './segmenting/segment.ts'
export type { TranscriptWord } from './segmenting/words.ts'
export { showSpeakers } from './speakers/speakers.ts'
export { spot } from './spot.ts'
export { type ClipFacts, chainGaps, extendDurations, keepMinimumGaps } from './timing/duration-passes.ts'
export { convertFrameRate, type FrameRateConversion } from './timing/frame-rate.ts'
export { alignToShots } from './timing/shot-alignment.ts'
export { correctTiming, readTimingCorrections, type TimingCorrection } from './timing/timing-corrections.ts'
