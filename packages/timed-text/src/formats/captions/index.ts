/*
 * Captions that are within the picture of a film: CEA-608 and CTA-708, from the caption data that media tools take out of
 * it.
 */
export type { CaptionChannel, CaptionData, CaptionFacts } from './caption-data.ts'
export { readCaptionData } from './read-caption-data.ts'
