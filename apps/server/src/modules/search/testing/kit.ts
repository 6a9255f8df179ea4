import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SearchResultList } from '@rushes/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { openTestDatabase } from '../../../../test/database.ts'
import { testIndexWaitMs, untilSeen } from '../../../../test/until.ts'
import { openDiskStore } from '../../../platform/blobs/disk-store.ts'
import { systemClock } from '../../../platform/clock.ts'
import { readConfig } from '../../../platform/config/config.ts'
import {
  type Context,
  createServiceContext,
  createServices,
  inTransaction,
  type Platform,
  type Transaction,
} from '../../../platform/context.ts'
import { createEventFeed } from '../../../platform/events/feed.ts'
import { createSignals } from '../../../platform/events/signals.ts'
import { createAnswerTurns } from '../../../platform/flow/fair-turns.ts'
import { createFigures } from '../../../platform/log/counters.ts'
import type { Services } from '../../../platform/module.ts'
import { createOutbound } from '../../../platform/security/outbound.ts'
import { createPasswords } from '../../../platform/security/passwords.ts'
import { createIdSource } from '../../../platform/text/ids.ts'
import { StreamedJson, writeJson } from '../../../platform/text/streamed-json.ts'
import type { MemoryOptions } from '../engines/postgresql/columns/index.ts'
import {
  type DocumentKind,
  type DocumentSources,
  type ListedSource,
  markChanged,
  reportMemory,
  type SearchAnswer,
  type SearchDocument,
  type SearchScope,
  searchDocuments,
  search as searchModule,
  startIndexing,
  startMemory,
  waitForIndex,
} from '../index.ts'
import { isOnSolr, openTestCollection, type TestCollection, untilIndexIsMade } from './collection.ts'

/** The module on a database of its own, without any route. */
export interface SearchKit {
  readonly ctx: Context
  readonly sources: DocumentSources
  readonly databaseUrl: string
  put(documents: readonly SearchDocument[]): Promise<void>
  /** Within a transaction. */
  putIn(tx: Transaction, documents: readonly SearchDocument[]): void
  remove(ids: readonly number[]): Promise<void>
  search(query: Record<string, unknown>, scope?: Partial<SearchScope>): Promise<SearchResultList>
  /** Ids of the results, in order, with `q` as given and up to 1000 of them. */
  find(q: string, more?: Record<string, unknown>, scope?: Partial<SearchScope>): Promise<number[]>
  /** Holds the index in memory from now on; resolves when it answers, to what ends that. */
  holdInMemory(options?: Pick<MemoryOptions, 'snapshotPath'>): Promise<() => Promise<void>>
  /** Ends this process's part in the index, so that a test starts others. */
  stopIndexing(): Promise<void>
  stop(): Promise<void>
}

const productionId = 1

/**
 * Starts the module; searches are over the annotations of production 1 unless a scope says otherwise. `collection` is that
 * of a Solr to search in; absent: the engine of this run of tests.
 */
export async function startSearch(collection?: TestCollection): Promise<SearchKit> {
  const database = await openTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'rushes-search-'))
  const log = pino({ level: 'silent' })
  const own = isOnSolr && !collection ? await openTestCollection() : undefined
  const solr = collection ?? own
  const signals = createSignals(database.pool, log, false)
  const platform: Platform = {
    config: readConfig({
      NODE_ENV: 'test',
      RUSHES_DATA: dataDir,
      ...(solr && { RUSHES_SEARCH_URL: `solr+${solr.url}` }),
    }),
    database: database.db,
    pool: database.pool,
    databaseUrl: database.url,
    clock: systemClock,
    log,
    countDroppedRecords: undefined,
    // Tests of a Solr of their own stop it, and search meanwhile.
    maxIndexWaitMs: collection ? undefined : testIndexWaitMs,
    passwords: createPasswords(),
    figures: createFigures(),
    signals,
    eventFeed: createEventFeed(database.db, signals, log, false),
    turns: createAnswerTurns(),
    memories: new Map(),
    isAlone: false,
    instance: 'test',
    blobs: await openDiskStore(dataDir),
    stagingDir: join(dataDir, 'staging'),
    outbound: createOutbound([]),
    takeId: createIdSource(database.db),
    secret: { current: new Uint8Array(32), previous: undefined },
    publicUrl: 'http://localhost',
    modules: [searchModule],
    services: {} as Services,
  }
  await createServices(platform)
  const ctx = createServiceContext(platform, 'test')
  // The resources that other modules would hold.
  const resources = new Map<number, SearchDocument>()
  await sql`create table test_resource (id bigint primary key, kind text not null)`.execute(database.db)
  const toSource = (kind: DocumentKind): ListedSource => ({
    read: async (_db, ids) => ids.flatMap(id => resources.get(id) ?? []),
    ids: sql`select id from test_resource where kind = ${sql.lit(kind)}`,
  })
  const sources = {
    annotation: toSource('annotation'),
    collection: toSource('collection'),
    thesaurus: toSource('thesaurus'),
  }
  const stopIndexing = startIndexing(platform, sources)
  if (solr) await untilIndexIsMade(platform)
  const stops: (() => Promise<void>)[] = []
  const putIn = (tx: Transaction, documents: readonly SearchDocument[]) => {
    for (const document of documents) {
      resources.set(document.id, document)
      markChanged(tx, document.kind, [document.id])
    }
    const rows = JSON.stringify(documents.map(({ id, kind }) => ({ id, kind })))
    tx.writeAtCommit(
      () => sql`insert into test_resource select * from json_to_recordset(${rows}::json) as row (id bigint, kind text)
        on conflict do nothing`,
    )
  }
  const search: SearchKit['search'] = async (query, scope) =>
    toList(await searchDocuments(ctx, { kind: 'annotation', productionId, ...scope }, query))
  return {
    ctx,
    sources,
    databaseUrl: database.url,
    put: documents => inTransaction(ctx, async tx => putIn(tx, documents)),
    putIn,
    remove(ids) {
      for (const id of ids) resources.delete(id)
      return inTransaction(ctx, async tx => {
        await sql`delete from test_resource where id = any(${ids}::bigint[])`.execute(tx.db)
        markChanged(tx, 'annotation', ids)
      })
    },
    search,
    async find(q, more, scope) {
      const { results } = await search({ q, rows: 1000, ...more }, scope)
      return results.map(document => Number(document.id))
    },
    async holdInMemory(options) {
      await waitForIndex(platform, 60_000)
      // The copy in memory is one of the tables.
      if (isOnSolr) return async () => {}
      const stop = startMemory(platform, {
        databaseUrl: database.url,
        mostBytes: 2 ** 30,
        fromDocuments: 0,
        ...options,
      })
      stops.push(stop)
      await untilSeen(
        'the index is in memory',
        () => reportMemory(platform),
        ({ state }) => state === 'ready',
      )
      return async () => {
        stops.splice(stops.indexOf(stop), 1)
        await stop()
      }
    },
    stopIndexing,
    async stop() {
      for (const stop of stops) await stop()
      await stopIndexing()
      platform.outbound.stop()
      await platform.signals.stop()
      await database.close()
      await own?.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The list as a client reads it. */
export async function toList(answer: SearchAnswer): Promise<SearchResultList> {
  if (!(answer instanceof StreamedJson)) return answer
  const pieces = await Array.fromAsync(writeJson(answer.value))
  return JSON.parse(pieces.join('')) as SearchResultList
}

/** An annotation of production 1. */
export function annotation(
  id: number,
  fields: SearchDocument['fields'],
  more: Partial<SearchDocument> = {},
): SearchDocument {
  return { id, kind: 'annotation', productionId, fields, ...more }
}
