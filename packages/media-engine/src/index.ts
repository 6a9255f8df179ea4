/**
 * The only code that reads and writes media: probing, review proxies, stills, and clips made from drawn pictures.
 *
 * The work is done by FFmpeg's libraries in the npm package `node-av`, in worker processes. Files are foreign data: formats
 * and protocols are allow-listed, every job has a deadline and can be cancelled, and a worker that dies takes one job with it.
 */
export {
  createMediaEngine,
  type MediaEngine,
  type MediaEngineOptions,
} from './engine.ts'
export { MediaError, type MediaErrorCode } from './errors.ts'
export type { Captions, CaptionsRequest } from './jobs/captions.ts'
export type { ClipRequest } from './jobs/clip.ts'
export type { JobOptions } from './jobs/context.ts'
export type { ProxyRequest, ProxyResult } from './jobs/proxy.ts'
export type { Shot, ShotsRequest } from './jobs/shots.ts'
export type { SoundRequest, SoundResult } from './jobs/sound-file.ts'
export type { SpriteRequest } from './jobs/sprite.ts'
export type { DecodedFrame, GrabRequest, Jpeg, PosterRequest } from './jobs/still.ts'
export type { Watermark } from './jobs/watermark.ts'
export type { Waveform, WaveformRequest } from './jobs/waveform.ts'
export type { PictureSize } from './plan/picture-size.ts'
export type { SpriteLayout } from './plan/sprite.ts'
export type { BurnedInSubtitles } from './plan/subtitles.ts'
export { type WatermarkPosition, watermarkPositions } from './plan/watermark.ts'
export type { RawFormat } from './probe/raw.ts'
export type { MediaKind, ProbeReport, Track } from './probe/report.ts'
export { type FileHead, type Sniff, sniff } from './probe/sniff.ts'
export type { StartTimecode } from './probe/timecode/start-timecode.ts'
export type { Rational } from './rational.ts'
export { drawFrameCounter, readFrameCounter } from './sample/frame-counter.ts'
export { createBlackPng } from './sample/png.ts'
export { makeSampleClip, type SampleClipOptions } from './sample/sample-clip.ts'
export { drawTestPicture } from './sample/test-picture.ts'
export type { Tone } from './sample/tone.ts'
export { createWave, createWaveHeader } from './sample/wave.ts'
export { isStorageFull, storageFull } from './supervision/storage-full.ts'
