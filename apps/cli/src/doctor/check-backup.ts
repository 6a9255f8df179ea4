import { findLastBackup } from '@rushes/server/src/backup.ts'
import { assertNotRestoring, StartError } from '@rushes/server/src/platform/database/index.ts'
import { toTime } from '../terminal/terminal.ts'
import { type Finding, found } from './finding.ts'

const oldMs = 7 * 24 * 3_600_000

/** When the data was last backed up, and whether a restore into its folder was broken off. */
export async function checkBackup(dataDir: string): Promise<Finding> {
  try {
    assertNotRestoring(dataDir)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return found('backup', 'failed', error.message)
  }
  const last = await findLastBackup(dataDir)
  if (!last) return found('backup', 'skipped', 'none was made yet', 'Make one: rushes backup <folder>')
  const message = `the last one is of ${toTime(last.made)}, in ${last.folder}`
  return Date.now() - last.made > oldMs
    ? found('backup', 'warning', message, 'It is more than a week old: make one every day, rushes backup <folder>')
    : found('backup', 'good', message)
}
