import { openDatabase } from '../tools/stock.ts'

const presetMs = 1_700_000_000_000

/** Puts so many clips straight into a production, each with its own annotation; no search finds them yet. */
export async function stockClips(folder: string, prId: number, count: number): Promise<void> {
  const database = await openDatabase(folder)
  try {
    const { rows } = await database.query<{ last: string }>(
      `select setval('rushes_id', nextval('rushes_id') + $1) as last`,
      [count * 2],
    )
    const first = Number(rows[0]!.last) - count * 2
    await database.query(
      `insert into media_object (id, created, created_by, modified_by, last_updated, production_id, name, type)
      select $1::bigint + n, $2::bigint + n * 1000, 'REST', 'bench', $2::bigint + n * 1000, $3,
        to_char(n, 'FM"Scene "000000'), 'AUDIO'
      from generate_series(0, $4::int - 1) n`,
      [first, presetMs, prId, count],
    )
    await database.query(
      `insert into annotation (id, created, created_by, modified_by, last_updated, production_id, media_object_id,
        object_type, funnel, start_frame, end_frame, review_status, details)
      select $1::bigint + $4::int + n, $2::bigint + n * 1000, 'REST', 'bench', $2::bigint + n * 1000, $3,
        $1::bigint + n, 'MediaObjectAnnotation', 'MediaObjectAnnotation', 0, 100 + n % 5000,
        (array['APPROVED', 'NOT_APPROVED', null])[1 + n % 3],
        jsonb_build_object('tags', jsonb_build_array('tag ' || n % 50))
      from generate_series(0, $4::int - 1) n`,
      [first, presetMs, prId, count],
    )
    await database.query('analyze annotation, media_object')
  } finally {
    await database.end()
  }
}
