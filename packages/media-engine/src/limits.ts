import { availableParallelism, totalmem } from 'node:os'
import { resolve } from 'node:path'

/**
 * The demuxers that may read a customer's file. Everything that follows references is absent (HLS, DASH, concat), and so is
 * `image2`, which treats `%d` and `*` in a file name as a pattern and reads its neighbours.
 */
export const FORMAT_WHITELIST = [
  'mov,mp4,m4a,3gp,3g2,mj2',
  'matroska,webm',
  'mpegts,mpeg,mxf,gxf,avi,asf,dv',
  'wav,w64,aiff,caf,mp3,flac,ogg,aac',
  'png_pipe,jpeg_pipe,tiff_pipe,webp_pipe,bmp_pipe,gif',
].join(',')

/** The only protocol a customer's file may cause to be opened. */
export const PROTOCOL_WHITELIST = 'file'

const gibi = 1024 ** 3

/** What one job may hold: a picture of a few kilobytes can unpack to any size. */
export const MEMORY_LIMIT_BYTES = Math.min(4 * gibi, totalmem() / 2)

/** The largest picture that is decoded: more than any camera makes, 16384 by 16384. */
export const MAX_PIXELS = 16_384 ** 2

/** Threads of one decoder or encoder; several jobs share the machine with the service. */
export const THREADS = Math.min(4, availableParallelism())

/** How much of a worker's error stream is stored. */
export const STDERR_LIMIT_BYTES = 8 * 1024

/** Deadlines for callers that name none. */
export const DEFAULT_TIMEOUT_MS = { probe: 10 * 60_000, still: 10 * 60_000, transcode: 6 * 3_600_000 } as const

/** The path as a URL that cannot be mistaken for a pattern or another protocol. */
export const toFileUrl = (path: string): string => `file:${resolve(path)}`
