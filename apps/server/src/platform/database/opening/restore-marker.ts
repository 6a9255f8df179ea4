/** A note in the data folder, as long as a restore into it is not complete: a service must not start on half of it. */

import { existsSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

const markerName = 'restoring'

/** Which restore it is, and of what. */
export interface RestoreMarker {
  readonly id: string
  readonly snapshot: string
}

function toPath(dataDir: string): string {
  return join(dataDir, markerName)
}

/** Throws `StartError` where a restore was begun in the folder and has not come to its end. */
export function assertNotRestoring(dataDir: string): void {
  if (!existsSync(toPath(dataDir))) return
  throw new StartError(
    `A restore into ${dataDir} goes on or was broken off: call \`rushes restore\` again, or empty the folder`,
  )
}

/** Whether a name in a data folder is that of the note, or of one that was not written to its end. */
export function isRestoreMarker(name: string): boolean {
  return name === markerName || name.startsWith(`${markerName}.`)
}

/** The restore that was begun in the folder; undefined where none was. */
export async function readRestoreMarker(dataDir: string): Promise<RestoreMarker | undefined> {
  try {
    return JSON.parse(await readFile(toPath(dataDir), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Notes that a restore begins: before it writes anything else. */
export async function writeRestoreMarker(dataDir: string, marker: RestoreMarker): Promise<void> {
  const draft = `${toPath(dataDir)}.${process.pid}`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(marker)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, toPath(dataDir))
}

/** Notes that it is complete. */
export async function removeRestoreMarker(dataDir: string): Promise<void> {
  await rm(toPath(dataDir), { force: true })
}
