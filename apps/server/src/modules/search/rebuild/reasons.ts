/** Why the index has to be rebuilt. */

import type { Database } from '../../../platform/database/index.ts'
import type { DocumentSources } from '../documents/sources.ts'
import type { IndexFault, SearchEngine } from '../engine.ts'
import type { IndexState } from './store.ts'

/** To be raised whenever documents change their format: the service then rebuilds all of them when it starts. */
export const indexFormat = 11
/**
 * To be raised to `indexFormat` where older documents would show or give away what they must not: they are thrown away
 * at once, and the service is not ready before the new ones are written.
 */
const oldestUsableFormat = 0

/** Why an engine has to write what another one has written. */
export function toForeignReason(writer: string, engine: string): string {
  return `written by ${writer}, not by ${engine}`
}

/** What is wrong with the index, as far as that is seen without reading all of it; undefined for nothing. */
export async function findRebuildReason(
  db: Database,
  { sources, engine }: { readonly sources: DocumentSources; readonly engine: SearchEngine },
  { format, engine: writer, parts, partsLeft }: IndexState,
): Promise<IndexFault | undefined> {
  // What an engine holds from earlier is not what the resources are now.
  const isOthers = writer !== engine.name
  if (format !== indexFormat) {
    return { reason: `format ${format}, not ${indexFormat}`, isAnew: isOthers || format < oldestUsableFormat }
  }
  if (isOthers) return { reason: toForeignReason(writer, engine.name), isAnew: true }
  // A rebuild that has just begun has written nothing yet.
  const mayBeEmpty = partsLeft > 0 && partsLeft === parts
  return engine.upkeep.findFault(db, sources, mayBeEmpty)
}
