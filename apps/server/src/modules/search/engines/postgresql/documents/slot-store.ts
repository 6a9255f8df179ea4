import { sql } from 'kysely'
import type { Database } from '../../../../../platform/database/index.ts'
import type { FieldSlot } from './dictionary.ts'
import '../tables.ts'

/** Places that a document has for single values. */
export const mostSlots = 128

interface CountedValue {
  readonly field: string
  readonly isList?: boolean | undefined
}

/** The places of those fields that `known` does not settle; fields that came after all places were given out have none. */
export async function findOrAddSlots(
  db: Database,
  values: readonly CountedValue[],
  known: ReadonlyMap<string, FieldSlot>,
): Promise<Map<string, FieldSlot>> {
  const isList = new Map<string, boolean>()
  for (const { field, isList: list } of values) {
    const settled = known.get(field)
    if (list === undefined || (settled !== undefined && (settled.isList || !list))) continue
    isList.set(field, list || isList.get(field) === true)
  }
  const fields = [...isList.keys()]
  const stored = new Map((await readSlots(db, fields)).map(row => [row.field, row]))
  const added = [...isList].filter(([field]) => !stored.has(field))
  // Always in the same order, so that two writers of the same new fields wait for one another rather than both.
  if (added.length > 0) await addSlots(db, new Map(added.sort(([a], [b]) => (a < b ? -1 : 1))))
  const turned = [...isList].filter(([field, list]) => list && stored.get(field)?.is_list === false)
  if (turned.length > 0) {
    await db
      .updateTable('search_slot')
      .set({ is_list: true })
      .where(
        'field',
        'in',
        turned.map(([field]) => field),
      )
      .execute()
  }
  const rows = added.length + turned.length > 0 ? await readSlots(db, fields) : stored.values()
  return new Map(Array.from(rows, row => [row.field, { slot: row.slot, isList: row.is_list }]))
}

/** The place where each document has the one value of a field; undefined where values are counted in `ords`. */
export async function findSlot(db: Database, field: string): Promise<number | undefined> {
  const found = await findFieldSlot(db, field)
  return found && !found.isList && found.slot <= mostSlots ? found.slot : undefined
}

/**
 * What is known of a field; undefined where no document has had a value yet. Documents with one value have it in the place
 * even where others have several, unless it is beyond `mostSlots`.
 */
export async function findFieldSlot(db: Database, field: string): Promise<FieldSlot | undefined> {
  const [row] = await readSlots(db, [field])
  return row && { slot: row.slot, isList: row.is_list }
}

function readSlots(db: Database, fields: readonly string[]) {
  if (fields.length === 0) return Promise.resolve([])
  return db.selectFrom('search_slot').selectAll().where('field', 'in', fields).execute()
}

async function addSlots(db: Database, isList: ReadonlyMap<string, boolean>): Promise<void> {
  await sql`
    insert into search_slot (field, is_list)
    select * from unnest(${[...isList.keys()]}::text[], ${[...isList.values()]}::boolean[])
    on conflict (field) do update set is_list = search_slot.is_list or excluded.is_list`.execute(db)
}
