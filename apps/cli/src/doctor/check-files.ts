import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { countOrphans } from '@rushes/server/src/orphans.ts'
import type { Config } from '@rushes/server/src/platform/config/config.ts'
import { findRunningDatabase } from '@rushes/server/src/platform/database/index.ts'
import { toSize } from '../terminal/terminal.ts'
import { type Finding, found } from './finding.ts'

const silent = { info() {}, warn() {}, error() {} }

/** Whether there are files in the media folder that nothing in the database names. */
export async function checkFiles(config: Config): Promise<Finding> {
  if (!existsSync(join(config.dataDir, 'media'))) return found('files', 'skipped', 'there is no media yet')
  const url = findRunningDatabase(config)
  if (!url) return found('files', 'skipped', 'are compared where the database runs', 'Start it: rushes start')
  try {
    const { files, bytes } = await countOrphans(config, url, silent)
    if (files === 0) return found('files', 'good', 'every file in the media folder has its entry in the database')
    const message = `${files} ${files === 1 ? 'file' : 'files'} of ${toSize(bytes)} in the media folder that nothing names`
    return found('files', 'warning', message, 'The service removes them: at its start and once a day.')
  } catch (error) {
    return found('files', 'skipped', `cannot be compared: ${(error as Error).message}`)
  }
}
