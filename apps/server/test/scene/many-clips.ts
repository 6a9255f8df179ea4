import { createClip } from '@rushes/client'
import { announceChanges } from '../../src/modules/search/index.ts'
import type { TestService } from '../service.ts'
import { until } from '../until.ts'

/**
 * Creates so many clips without files, called `Take 000` and so on, all with as many digits: the first through the
 * interface, which takes milliseconds for each, the others as copies of its rows. Resolves when searches find them.
 */
export async function createManyClips({ admin, service }: TestService, prId: number, count: number): Promise<void> {
  const digits = String(count - 1).length
  const { id } = await createClip(admin, prId, { name: `Take ${'0'.repeat(digits)}` })
  const { pool } = service.platform
  // What the database computes is not copied.
  const { rows } = await pool.query<{ columns: string }>(
    `select string_agg(attname, ', ') as columns from pg_attribute
    where attrelid = 'annotation'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  const columns = rows[0]!.columns
  await pool.query(
    `with copy as materialized (
      select nextval('rushes_id') as id, nextval('rushes_id') as own_id, 'Take ' || lpad(n::text, $2, '0') as name
      from generate_series(1, $3::int - 1) n
    ), clips as (
      insert into media_object
      select (jsonb_populate_record(first, jsonb_build_object('id', copy.id, 'name', copy.name))).*
      from media_object first, copy where first.id = $1
    ), annotations as (
      insert into annotation (${columns})
      select ${columns} from (
        select (jsonb_populate_record(first, jsonb_build_object('id', own_id, 'media_object_id', copy.id))).*
        from annotation first, copy where first.media_object_id = $1
      ) copied
    )
    insert into search_change (kind, document_id, is_bulk) select 'annotation', own_id, true from copy`,
    [id, digits, count],
  )
  announceChanges(service.platform)
  await until('all are found', async () => {
    const { numFound } = await admin.annotations.searchMediaObjects({ prId, query: { rows: 0 } })
    return numFound === count
  })
}
