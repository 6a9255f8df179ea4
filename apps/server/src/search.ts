/** The search engine of a service, for those who run it. */

import {
  type ComparisonOptions,
  collectSources,
  compareOnScratch,
  type EngineComparison,
  readSearchStatus,
  type SearchStatus,
  SearchUnavailableError,
  setUpCollection,
} from './modules/search/index.ts'
import { modules } from './modules.ts'
import { ConfigError, readConfig } from './platform/config/config.ts'
import {
  createDatabase,
  createPool,
  type Database,
  type DatabaseLog,
  reachDatabase,
  StartError,
} from './platform/database/index.ts'

export type { EngineComparison, SearchStatus } from './modules/search/index.ts'

/** Makes the collection that RUSHES_SEARCH_URL names, or brings its fields up to this release; answers what is there then. */
export async function setUpSearch(
  env: NodeJS.ProcessEnv,
  shape: { readonly shards: number; readonly replicas: number },
): ReturnType<typeof setUpCollection> {
  const { searchUrl } = readConfig(env)
  if (searchUrl === undefined) throw new ConfigError('RUSHES_SEARCH_URL is not set: the database needs no setup')
  return reach(searchUrl, () => setUpCollection(searchUrl, shape))
}

/** Says in one line what is wrong with Solr. */
async function reach<T>(searchUrl: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SearchUnavailableError) || searchUrl === undefined) throw error
    const hosts = /^[^/]*\/\/(?:[^@/]*@)?([^/]*)/.exec(searchUrl)?.[1]
    if (!(error.cause instanceof Error)) throw new StartError(`RUSHES_SEARCH_URL: ${error.message}`)
    throw new StartError(`RUSHES_SEARCH_URL: ${hosts} does not answer: ${error.cause.message}`)
  }
}

/** How the search index is, with or without a running service. Throws as a start does. */
export function describeSearch(env: NodeJS.ProcessEnv, log: DatabaseLog): Promise<SearchStatus> {
  return withDatabase(env, log, (db, searchUrl) => readSearchStatus(db, collectSources(modules), searchUrl))
}

/** Puts searches by chance to the tables and to Solr, with documents of their own; with or without a running service. */
export async function compareSearch(
  env: NodeJS.ProcessEnv,
  log: DatabaseLog,
  options: ComparisonOptions,
): Promise<EngineComparison> {
  const { searchUrl } = readConfig(env)
  if (searchUrl === undefined) throw new ConfigError('RUSHES_SEARCH_URL is not set: there is nothing to compare with')
  return withDatabase(env, log, db => compareOnScratch(db, searchUrl, options))
}

async function withDatabase<T>(
  env: NodeJS.ProcessEnv,
  log: DatabaseLog,
  work: (db: Database, searchUrl: string | undefined) => Promise<T>,
): Promise<T> {
  const config = readConfig(env)
  const server = await reachDatabase(config, log)
  const pool = createPool(server.url, log)
  try {
    const { searchUrl } = config
    return await reach(searchUrl, () => work(createDatabase(pool, log), searchUrl))
  } finally {
    await pool.end()
    await server.stop()
  }
}
