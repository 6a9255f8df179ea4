/**
 * Starts the program of a media worker. Only what is sent from here says that the media library cannot be loaded: a
 * process that just ends may have been killed.
 */
import { flushCompileCache } from 'node:module'
import type { WorkerReply } from './protocol.ts'

process.on('disconnect', () => process.exit())
try {
  await import('./serve.ts')
  // A worker is killed when it is done with, and would leave the next one nothing that it compiled.
  flushCompileCache()
} catch (error) {
  process.send?.({ type: 'NO_LIBRARY', detail: String(error) } satisfies WorkerReply)
}
