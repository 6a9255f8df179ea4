import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SearchResultList } from '@rushes/contract'
import { pino } from 'pino'
import { openTestDatabase } from '../../../test/database.ts'
import { openDiskStore } from '../../platform/blobs.ts'
import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { type Context, createServiceContext, inTransaction, type Platform } from '../../platform/context.ts'
import { createSignals } from '../../platform/signals.ts'
import { putDocuments, removeDocuments, type SearchDocument, type SearchScope, searchDocuments } from '../index.ts'

/** The room on a database of its own, without any route. */
export interface SearchKit {
  readonly ctx: Context
  put(documents: readonly SearchDocument[]): Promise<void>
  remove(ids: readonly number[]): Promise<void>
  search(query: Record<string, unknown>, scope?: Partial<SearchScope>): Promise<SearchResultList>
  /** Ids of the results, in order, with `q` as given and up to 1000 of them. */
  find(q: string, more?: Record<string, unknown>, scope?: Partial<SearchScope>): Promise<number[]>
  stop(): Promise<void>
}

const productionId = 1

/** Starts the room; searches are over the annotations of production 1 unless a scope says otherwise. */
export async function startSearch(): Promise<SearchKit> {
  const database = await openTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'rushes-search-'))
  const log = pino({ level: 'silent' })
  const platform: Platform = {
    config: readConfig({ NODE_ENV: 'test', RUSHES_DATA: dataDir }),
    database: database.db,
    clock: systemClock,
    log,
    signals: createSignals(database.pool, log, false),
    isAlone: false,
    blobs: await openDiskStore(dataDir),
    secret: new Uint8Array(32),
    publicUrl: 'http://localhost',
  }
  const ctx = createServiceContext(platform, 'test')
  const search: SearchKit['search'] = (query, scope) =>
    searchDocuments(ctx, { kind: 'annotation', productionId, ...scope }, query)
  return {
    ctx,
    put: documents => inTransaction(ctx, async tx => putDocuments(tx, documents)),
    remove: ids => inTransaction(ctx, tx => removeDocuments(tx, ids)),
    search,
    async find(q, more, scope) {
      const { results } = await search({ q, rows: 1000, ...more }, scope)
      return results.map(document => Number(document.id))
    },
    async stop() {
      await platform.signals.stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** An annotation of production 1. */
export function annotation(
  id: number,
  fields: SearchDocument['fields'],
  more: Partial<SearchDocument> = {},
): SearchDocument {
  return { id, kind: 'annotation', productionId, fields, ...more }
}
