import type { Platform } from '../context.ts'
import { startBackground } from './background.ts'
import { noteNode } from './node-store.ts'

const everyMs = 15_000
/** A node that was not there for so long is missing. */
export const maxSilenceMs = 60_000

/** Notes now and then that this node is there; the result stops it. */
export function startPresence(platform: Platform): () => Promise<void> {
  const { config, database, instance, isAlone } = platform
  if (isAlone) return async () => {}
  return startBackground(platform, {
    name: 'presence',
    everyMs,
    run: () => noteNode(database, instance, config.role),
  })
}
