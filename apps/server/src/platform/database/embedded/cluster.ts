import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../opening/start-error.ts'
import { giveTo } from './folder.ts'
import type { RunAs } from './run-as.ts'
import { findReason, runProgram } from './run-program.ts'

/** The embedded server's only user; the socket's folder is what keeps others out. */
export const embeddedUser = 'rushes'

const initdbOptions = [
  `--username=${embeddedUser}`,
  '--auth=trust',
  '--encoding=UTF8',
  // Letters beyond ASCII fold their case, and no library's update can change the order of an index.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--data-checksums',
  '--no-instructions',
]

/** Refuses a cluster of another major version before anything is touched. */
export function assertClusterVersion(cluster: string, majorVersion: number): void {
  if (!existsSync(cluster)) return
  const file = join(cluster, 'PG_VERSION')
  if (!existsSync(file)) {
    throw new StartError(
      `${cluster} is not a PostgreSQL database (no PG_VERSION): restore it, or set RUSHES_DATA to another folder`,
    )
  }
  const found = readFileSync(file, 'utf8').trim()
  if (found === `${majorVersion}`) return
  throw new StartError(
    `${cluster} was written by PostgreSQL ${found}, this release brings ${majorVersion}, and nothing was changed: ` +
      `start the release that wrote it, or serve the folder by PostgreSQL ${found} and set RUSHES_DATABASE_URL`,
  )
}

/**
 * Creates the cluster at `cluster` unless it is there; resolves to whether it was created. It is made under another
 * name and renamed when whole, so a kill in the middle leaves a draft that the next start throws away.
 */
export async function createCluster(binaries: string, cluster: string, root: string, runAs: RunAs): Promise<boolean> {
  for (const name of await readdir(root)) {
    if (/^cluster\.new-\d+$/.test(name)) await rm(join(root, name), { recursive: true, force: true, maxRetries: 5 })
  }
  if (existsSync(cluster)) return false
  const draft = `${cluster}.new-${process.pid}`
  await mkdir(draft, { mode: 0o700 })
  await giveTo(draft, runAs.owner)
  const { ok, output } = await runProgram(runAs, join(binaries, 'bin', 'initdb'), ['-D', draft, ...initdbOptions])
  if (!ok) throw new StartError(`The database could not be created in ${root}: ${findReason(output)}`)
  await rename(draft, cluster)
  const folder = await open(root)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
  return true
}
