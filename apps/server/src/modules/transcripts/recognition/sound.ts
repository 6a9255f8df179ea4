/** The sound of a clip as engines take it: 16 bit mono samples at 16 kHz, cut where it is quiet. */

import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createWaveHeader, type MediaEngine, MediaError, type ProbeReport } from '@rushes/media-engine'
import { createFrameClock, createSampleRate, type FrameClock, RATE_25, type SampleRate } from '@rushes/timebase'
import {
  findFrameClock,
  getMediaObjectRow,
  growingProfile,
  listInstanceRows,
  type MediaInstanceRow,
} from '../../media/index.ts'
import { PermanentError, type TaskRun } from '../../workflows/index.ts'
import { chooseInstance } from './run-store.ts'

const samplingFrequency = 16_000
const bytesPerSample = 2
const samplesPerMs = samplingFrequency / 1000
/** Loudness is measured so often. */
export const levelStepMs = 20
const samplesPerLevel = levelStepMs * samplesPerMs
/** A part ends somewhere in its last so many milliseconds, where it is quietest. */
const cutWindowMs = 20_000

/** The sound of a clip in a file, and what its times mean. */
export interface ClipSound {
  readonly folder: string
  readonly lengthMs: number
  /** What frames of the clip are. */
  readonly clock: FrameClock
  /** Frames of the clip. */
  readonly frameCount: number
  /** A part as a WAV file, in milliseconds `[start, end)`. */
  readWav(startMs: number, endMs: number): Promise<Uint8Array>
  /** The loudness of each step from 0 to 1: the root of the mean square. */
  measureLevels(startMs: number, endMs: number): Promise<Float32Array>
}

/** A stretch of time in milliseconds, `[startMs, endMs)`. */
export interface SoundPart {
  readonly startMs: number
  readonly endMs: number
}

/** Extracts the sound of the clip at work and lets `use` have it; the file goes with its end. Throws PermanentError. */
export async function withSound<T>(
  run: TaskRun<unknown>,
  engine: MediaEngine,
  purpose: string,
  use: (sound: ClipSound) => Promise<T>,
): Promise<T> {
  const folder = join(run.ctx.platform.stagingDir, `transcript-${run.workflowId}-${purpose}`)
  const remove = () => rm(folder, { recursive: true, force: true })
  await remove()
  await mkdir(folder, { recursive: true })
  let file: FileHandle | undefined
  try {
    const { path, ...facts } = await extract(run, engine, folder)
    file = await open(path, 'r')
    return await use({ folder, ...facts, ...createReaders(file) })
  } finally {
    await file?.close()
    await remove()
  }
}

async function extract(run: TaskRun<unknown>, engine: MediaEngine, folder: string) {
  const { ctx, productionId, mediaObjectId, signal } = run
  if (mediaObjectId === undefined) throw new PermanentError('NO_CLIP', 'The workflow has no clip')
  const clip = await getMediaObjectRow(ctx.db, productionId, mediaObjectId)
  const instance = await findHeard(run, mediaObjectId)
  if (!instance) throw new PermanentError('NO_ORIGINAL', 'The clip has no file')
  const output = join(folder, 'sound.pcm')
  try {
    const { report, clock, sampleCount } = await ctx.platform.blobs.withLocalFile(instance.blob_key, async input => {
      const report = await engine.probe(input, { signal })
      const clock = (await findFrameClock(ctx.db, clip)) ?? createFrameClock(toRate(report), report.frameTimes)
      const { sampleCount } = await engine.extractSound({ input, output, samplingFrequency, report, signal })
      return { report, clock, sampleCount }
    })
    if (sampleCount === 0) throw new PermanentError('NO_SOUND', 'The clip has no sound')
    const lengthMs = Math.floor(sampleCount / samplesPerMs)
    return { path: output, lengthMs, clock, frameCount: clip.frame_count ?? toFrameCount(report, clock.rate, lengthMs) }
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    if (error.code === 'NO_STREAM') throw new PermanentError('NO_SOUND', 'The clip has no sound')
    if (lasting.has(error.code)) throw new PermanentError(error.code, error.message)
    throw error
  }
}

/**
 * The proxy is smaller and has the same frames as the original; but not while that is still being uploaded. An
 * attempt that follows hears the same file, even if there is a better one by then: its parts begin elsewhere.
 */
async function findHeard(run: TaskRun<unknown>, mediaObjectId: number): Promise<MediaInstanceRow | undefined> {
  const { db } = run.ctx
  const rows = await listInstanceRows(db, mediaObjectId)
  const proxy = rows.find(({ type, profile }) => type === 'PROXY' && profile !== growingProfile)
  const best = proxy ?? rows.find(({ type }) => type === 'RAW')
  const chosenId = best && (await chooseInstance(db, run.workflowId, best.id))
  return rows.find(({ id }) => id === chosenId) ?? best
}

const lasting = new Set(['NOT_MEDIA', 'REFUSED', 'BAD_REQUEST', 'UNSUPPORTED'])

/** Frames of sound alone are counted at 25 a second, as its ingest does. */
function toRate(report: ProbeReport): SampleRate {
  if (report.kind === 'AUDIO') return RATE_25
  if (!report.rate) throw new PermanentError('NO_SAMPLE_RATE', 'The rate of the clip is not known')
  return createSampleRate(report.rate.num, report.rate.den)
}

/** As many as the ingest will count, or fewer. */
function toFrameCount(report: ProbeReport, { num, den }: SampleRate, lengthMs: number): number {
  return report.frameCount ?? Math.floor((lengthMs * num) / (den * 1000))
}

function createReaders(file: FileHandle): Pick<ClipSound, 'readWav' | 'measureLevels'> {
  async function read(startMs: number, endMs: number): Promise<Buffer> {
    const wanted = Buffer.alloc((endMs - startMs) * samplesPerMs * bytesPerSample)
    const { bytesRead } = await file.read(wanted, 0, wanted.length, startMs * samplesPerMs * bytesPerSample)
    return wanted.subarray(0, bytesRead - (bytesRead % bytesPerSample))
  }
  return {
    async readWav(startMs, endMs) {
      const samples = await read(startMs, endMs)
      return Buffer.concat([createWaveHeader(samples.length, samplingFrequency), samples])
    },
    async measureLevels(startMs, endMs) {
      const levels: number[] = []
      // A minute at a time: two hours at once would be a quarter of a gigabyte.
      for (let at = startMs; at < endMs; at += 60_000)
        levels.push(...toLevels(await read(at, Math.min(endMs, at + 60_000))))
      return Float32Array.from(levels)
    },
  }
}

function toLevels(samples: Buffer): number[] {
  const levels: number[] = []
  const stepBytes = samplesPerLevel * bytesPerSample
  for (let step = 0; step + stepBytes <= samples.length; step += stepBytes) {
    let sum = 0
    for (let at = step; at < step + stepBytes; at += bytesPerSample) sum += (samples.readInt16LE(at) / 32_768) ** 2
    levels.push(Math.sqrt(sum / samplesPerLevel))
  }
  return levels
}

/** Parts that an engine takes, none longer than `longestMs`; each cut lies in the quietest moment near the end. */
export async function cutSound(
  sound: Pick<ClipSound, 'lengthMs' | 'measureLevels'>,
  longestMs: number,
): Promise<SoundPart[]> {
  const parts: SoundPart[] = []
  for (let startMs = 0; startMs < sound.lengthMs; ) {
    const latest = startMs + longestMs
    const endMs = latest >= sound.lengthMs ? sound.lengthMs : await findCut(sound, latest, longestMs)
    parts.push({ startMs, endMs })
    startMs = endMs
  }
  return parts
}

async function findCut(sound: Pick<ClipSound, 'measureLevels'>, latest: number, longestMs: number): Promise<number> {
  const from = latest - Math.min(cutWindowMs, Math.floor(longestMs / 2))
  const levels = await sound.measureLevels(from, latest)
  // A quarter of a second, so that no cut falls between two syllables.
  const steps = 12
  let best = { level: Number.POSITIVE_INFINITY, step: levels.length }
  for (let step = steps; step <= levels.length - steps; step++) {
    const level = levels.subarray(step - steps, step + steps).reduce((sum, one) => sum + one, 0)
    if (level <= best.level) best = { level, step }
  }
  return from + best.step * levelStepMs
}
