/** Writing documents to Solr: whole, each under a version, so that what comes late never undoes what is newer. */

import { sql } from 'kysely'
import type { Database } from '../../../../platform/database/index.ts'
import { type DocumentBatch, DocumentRefusedError } from '../../engine.ts'
import { type SolrClient, SolrRefusal } from './client.ts'
import type { Collections } from './collections/live.ts'
import { noteUnsettled } from './collections/settling.ts'
import { toIndexedFields } from './documents.ts'

/**
 * Writes what of a batch is to be written, and removes the rest: a rebuild in its collection alone, changes in both. Where
 * there is neither, the rebuild that is to come lists them.
 */
export async function applyBatch(
  db: Database,
  client: SolrClient,
  { live, next }: Collections,
  batch: DocumentBatch,
): Promise<void> {
  if (batch.documents.length + batch.gone.length === 0) return
  const version = await takeVersion(db)
  const write = (name: string, written: Written) => writeTo(db, client.of(name), written, version)
  if (next !== null) await write(next, batch)
  if (live === null || batch.isOfRebuild) return
  try {
    await write(live, batch)
  } catch (error) {
    // It may have the fields of an earlier release: what it cannot have as it is now, it must not show as it was.
    if (next === null || !(error instanceof DocumentRefusedError)) throw error
    await write(live, { documents: [], gone: batch.documents })
  }
}

async function writeTo(db: Database, client: SolrClient, { documents, gone }: Written, version: number): Promise<void> {
  if (gone.length > 0) await update(client, `?deletedVersion=${version}`, { delete: gone.map(({ id }) => String(id)) })
  const indexed = documents.map(document => toIndexedFields(document, version))
  if (indexed.length > 0) await update(client, '', indexed)
  await noteUnsettled(db, client.collection, [...documents, ...gone], version)
}

type Written = Pick<DocumentBatch, 'documents' | 'gone'>

/** Has searches find what was written. */
export async function publish(client: SolrClient): Promise<void> {
  await client.ask('/update?softCommit=true&waitSearcher=true', {})
}

/** Writers hold the lock for writing: a later one of them has a higher version. */
async function takeVersion(db: Database): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select nextval(pg_get_serial_sequence('search_change', 'id')) as version`.execute(db)
  return rows[0]!.version
}

async function update(client: SolrClient, parameters: string, body: unknown): Promise<void> {
  try {
    await client.ask(`/update${parameters}`, body)
  } catch (error) {
    // Its own message says which document and why.
    if (error instanceof SolrRefusal) throw new DocumentRefusedError(error.message)
    throw error
  }
}
