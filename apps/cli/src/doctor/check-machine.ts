import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createMediaEngine, MediaError } from '@rushes/media-engine'
import { findConfigFolder } from '../service/credentials.ts'
import { toSize } from '../terminal/terminal.ts'
import { type Finding, found } from './finding.ts'

const oldestNode = 24
/** Below this the database may stop at any moment. */
const fewestBytes = 1_000_000_000
const fewBytes = 20_000_000_000

/** The Node release that this runs on. */
export function checkRuntime(): Finding {
  const { node } = process.versions
  if (Number.parseInt(node, 10) >= oldestNode) return found('runtime', 'good', `Node ${node}`)
  return found('runtime', 'failed', `Node ${node} is too old`, `Install Node ${oldestNode} or newer.`)
}

/** Whether the media library can be loaded, which makes proxies and pictures. */
export async function checkMediaLibrary(): Promise<Finding> {
  const engine = createMediaEngine()
  try {
    return found('media', 'good', `FFmpeg ${await engine.getVersion()} in the package node-av`)
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    const message = `clips cannot be ingested: ${error.message} ${error.detail ?? ''}`.trim()
    return found('media', 'failed', message, 'Run npm ci again, without --omit=optional.')
  } finally {
    await engine.close()
  }
}

/** The folder of the data, or the nearest one above it that is there: whether it may be written, and has room. */
export async function checkDisk(dataDir: string): Promise<Finding> {
  const folder = await findFolder(dataDir)
  const isThere = folder === dataDir
  try {
    await access(folder, constants.W_OK)
  } catch {
    const advice = `Give it to the user that runs the service: chown -R ${process.getuid?.() ?? ''} ${folder}`
    return found('disk', 'failed', `${folder} may not be written`, advice)
  }
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const message = `${toSize(free)} free for ${dataDir}${isThere ? '' : ', which the first start makes'}`
  if (free < fewestBytes) return found('disk', 'failed', message, 'Make room, or name another disk with RUSHES_DATA.')
  return free < fewBytes
    ? found('disk', 'warning', message, 'Originals and proxies will not have room for long.')
    : found('disk', 'good', message)
}

async function findFolder(path: string): Promise<string> {
  const isFolder = await stat(path).then(
    facts => facts.isDirectory(),
    () => false,
  )
  return isFolder || dirname(path) === path ? path : findFolder(dirname(path))
}

/** Whether nobody else can read the tokens that are kept here. */
export async function checkCredentials(env: NodeJS.ProcessEnv): Promise<Finding> {
  const path = join(findConfigFolder(env), 'credentials.json')
  const mode = await stat(path).then(
    facts => facts.mode,
    () => undefined,
  )
  if (mode === undefined) return found('credentials', 'skipped', 'Nobody is signed in on this machine')
  if ((mode & 0o077) === 0) return found('credentials', 'good', `${path} is its owner's alone`)
  return found('credentials', 'failed', `${path} can be read by others`, `chmod 600 ${path}`)
}
