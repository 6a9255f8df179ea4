import { basename, dirname, join } from 'node:path'
import { MediaError } from '../errors.ts'
import { captureTool } from './run.ts'

/** The system's command line tools. */
export interface SystemTools {
  readonly ffmpeg: string
  readonly ffprobe: string
  readonly version: string
}

const OLDEST = { major: 5, minor: 1 }
const TIMEOUT_MS = 20_000

const isRecent = (version: string): boolean => {
  const match = /^n?(\d+)\.(\d+)/.exec(version)
  // builds from the development branch have no number
  if (!match) return /^N-\d+|^git|^20\d\d/.test(version)
  const [major, minor] = [Number(match[1]), Number(match[2])]
  return major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)
}

async function describe(ffmpeg: string, ffprobe: string): Promise<SystemTools | string> {
  try {
    const options = { timeoutMs: TIMEOUT_MS }
    const banner = (await captureTool(ffmpeg, ['-version'], options)).toString('utf8')
    const version = /^ffmpeg version (\S+)/.exec(banner)?.[1] ?? ''
    if (!isRecent(version)) return `version ${version || 'unknown'} is older than ${OLDEST.major}.${OLDEST.minor}`
    const encoders = (await captureTool(ffmpeg, ['-hide_banner', '-encoders'], options)).toString('utf8')
    if (!/ libx264 /.test(encoders) || !/ aac /.test(encoders)) return 'it lacks the encoders libx264 or aac'
    await captureTool(ffprobe, ['-version'], options)
    return { ffmpeg, ffprobe, version }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Finds a usable ffmpeg with its ffprobe: the given one (which must be usable: an operator who names a tool wants that tool),
 * else the first on the search path, else none.
 */
export async function findSystemTools(ffmpegPath: string | undefined): Promise<SystemTools | undefined> {
  const ffmpeg = ffmpegPath ?? 'ffmpeg'
  const ffprobe = ffmpegPath ? join(dirname(ffmpegPath), basename(ffmpegPath).replace('ffmpeg', 'ffprobe')) : 'ffprobe'
  const found = await describe(ffmpeg, ffprobe)
  if (typeof found !== 'string') return found
  if (ffmpegPath) throw new MediaError('NO_ENGINE', `The named ffmpeg cannot be used: ${found}`)
  return undefined
}
