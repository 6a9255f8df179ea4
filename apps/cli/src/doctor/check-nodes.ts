import { countNodes } from '@rushes/server/src/platform/background/node-store.ts'
import { maxSilenceMs } from '@rushes/server/src/platform/background/presence.ts'
import type { Config } from '@rushes/server/src/platform/config/config.ts'
import { type Finding, found } from './finding.ts'

const patienceMs = 5000

/** Whether there is a node for each role, where a service has several. */
export async function checkNodes({ databaseUrl }: Config): Promise<Finding> {
  if (databaseUrl === undefined) return found('nodes', 'skipped', 'one process has the embedded database')
  try {
    const counts = Object.entries(await countNodes(databaseUrl, maxSilenceMs, patienceMs))
    const missing = counts.flatMap(([role, count]) => (count === 0 ? [role] : []))
    if (missing.length === 0)
      return found('nodes', 'good', counts.map(([role, count]) => `${count} ${role}`).join(', '))
    const message = `none of role ${missing.join(' or ')} was seen for a minute`
    return found('nodes', 'warning', message, 'Start them with RUSHES_ROLE, or one with all.')
  } catch (error) {
    return found('nodes', 'skipped', `cannot be counted: ${(error as Error).message}`)
  }
}
