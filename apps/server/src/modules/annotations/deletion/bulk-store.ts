import type { AnnotationBulkRequest, ErrorBody } from '@rushes/contract'
import { type ColumnType, sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import { anyOf } from '../store.ts'

/** What a deletion says about the collections that the annotation hangs on; either flag takes it off them. */
export type DeletionOptions = NonNullable<AnnotationBulkRequest['actions'][number]['options']>

/** One annotation that a bulk workflow is to delete. */
interface AnnotationBulkItemTable {
  workflow_id: string
  production_id: number
  annotation_id: number
  place: number
  options: ColumnType<DeletionOptions, string, string>
  /** Null while it is to be done. */
  status: 'Completed' | 'Error' | null
  error: ColumnType<ErrorBody | null, string | null, string | null>
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    annotation_bulk_item: AnnotationBulkItemTable
  }
}

/** An annotation that a bulk workflow is to delete, and how. */
export interface BulkItem {
  readonly id: number
  readonly options: DeletionOptions
}

/** Notes what a workflow is to do, in this order; of an annotation that is named twice the first counts. */
export async function insertBulkItems(
  db: Database,
  workflow: { id: string; productionId: number },
  items: readonly BulkItem[],
): Promise<void> {
  await sql`
    insert into annotation_bulk_item (workflow_id, production_id, annotation_id, place, options)
    select ${workflow.id}, ${workflow.productionId}::bigint, (item ->> 'id')::bigint, place, item -> 'options'
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality as items (item, place)
    order by place
    on conflict do nothing`.execute(db)
}

/** What is still to be done, first things first; held until the transaction ends. */
export async function lockPendingItems(db: Database, workflowId: string, limit: number): Promise<BulkItem[]> {
  return db
    .selectFrom('annotation_bulk_item')
    .select(['annotation_id as id', 'options'])
    .where('workflow_id', '=', workflowId)
    .where('status', 'is', null)
    .orderBy('place')
    .limit(limit)
    .forUpdate()
    .execute()
}

/** Writes what became of these; what was settled before stays as it is. */
export async function settleBulkItems(
  db: Database,
  workflowId: string,
  ids: readonly number[],
  error: ErrorBody | undefined,
): Promise<void> {
  await db
    .updateTable('annotation_bulk_item')
    .set({ status: error ? 'Error' : 'Completed', error: error ? JSON.stringify(error) : null })
    .where('workflow_id', '=', workflowId)
    .where('annotation_id', '=', anyOf(ids))
    .where('status', 'is', null)
    .execute()
}

/** How many there are, how many of them are settled, and how many of those were refused. */
export async function countBulkItems(
  db: Database,
  workflowId: string,
): Promise<{ all: number; settled: number; refused: number }> {
  const { all, settled, refused } = await db
    .selectFrom('annotation_bulk_item')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>('status').as('settled'),
      fn.count<number>('error').as('refused'),
    ])
    .where('workflow_id', '=', workflowId)
    .executeTakeFirstOrThrow()
  return { all: Number(all), settled: Number(settled), refused: Number(refused) }
}

/** Takes what became of each, in the order in which they were asked for. */
export async function takeBulkItems(
  db: Database,
  workflowId: string,
): Promise<{ id: number; status: 'Completed' | 'Error'; error: ErrorBody | null }[]> {
  const rows = await db
    .deleteFrom('annotation_bulk_item')
    .where('workflow_id', '=', workflowId)
    .returning(['annotation_id as id', 'place', 'status', 'error'])
    .execute()
  return rows
    .sort((a, b) => a.place - b.place)
    .map(({ id, status, error }) => ({ id, status: status ?? 'Completed', error }))
}
