/**
 * Starts the program of a media worker. Only what is sent from here says that the media library cannot be loaded: a
 * process that just ends may have been killed.
 */
import type { WorkerReply } from './protocol.ts'

process.on('disconnect', () => process.exit())
try {
  await import('./serve.ts')
} catch (error) {
  process.send?.({ type: 'NO_LIBRARY', detail: String(error) } satisfies WorkerReply)
}
