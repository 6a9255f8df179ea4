import type { Selectable } from 'kysely'
import type { Static, TSchema } from 'typebox'
import type { Context } from '../context.ts'
import type { Tables } from '../database/tables.ts'
import { insertWholeRows, readProductionRows } from '../database/whole-rows.ts'
import type { ArchivedItem, ArchivePart, ArchiveSource, ArchiveTarget } from './part.ts'

type Row<T extends keyof Tables> = Selectable<Tables[T]>

/** A table whose rows are the items of a part. */
interface TableDescription<T extends keyof Tables, Shape extends TSchema> {
  readonly name: string
  readonly table: T
  readonly shape: Shape
  /** The column that names the row above, in the same table: what is above comes first. */
  readonly parent?: keyof Row<T> & string
  /** Of a table whose rows have no id: the columns that they are ordered by. */
  readonly order?: readonly (keyof Row<T> & string)[]
  /** A row as the archive has it; nothing for one that does not leave. */
  toItem(row: Row<T>, source: ArchiveSource): Static<Shape> | undefined
  /** The columns of a row that an item becomes. Throws ValidationError. */
  toRow: NonNullable<ArchivePart<Static<Shape> & ArchivedItem, Partial<Row<T>>>['prepare']>
  readonly finish?: ArchivePart['finish']
}

/** A part of an archive whose items are the rows of one table of the production. */
export function archiveTable<T extends keyof Tables, Shape extends TSchema>(
  description: TableDescription<T, Shape>,
): ArchivePart<Static<Shape> & ArchivedItem, Partial<Row<T>>> {
  const { name, table, shape, parent, order, finish } = description
  return {
    name,
    shape,
    async *read(ctx: Context, source: ArchiveSource) {
      for await (const row of readProductionRows<Row<T>>(ctx.db, table, source.productionId, { parent, order })) {
        const item = description.toItem(row, source)
        if (item !== undefined) yield item as Static<Shape> & ArchivedItem
      }
    },
    prepare: (item, into: ArchiveTarget, ctx) => description.toRow(item, into, ctx),
    write: (ctx, rows) => insertWholeRows(ctx.db, table, rows),
    ...(finish && { finish }),
  }
}
