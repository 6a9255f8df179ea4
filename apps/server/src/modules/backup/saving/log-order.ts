/**
 * The order of the event log without the transaction numbers of the server that wrote it: those of another server
 * start over, and readers wait for numbers above the server's own.
 *
 * The log is ordered by (transaction, id). In a snapshot every event is numbered by the turn it belongs to, from 0 on; a
 * turn ends where an id is smaller than the one before. So (turn, id) is the same order in few numbers. What remembers
 * a position in the log names, in a snapshot, the last event that it has behind it; its turn is looked up by that.
 */

import { type CatalogColumn, type CatalogTable, quoteName } from './catalog-store.ts'

/** The table of the log. */
export const logTable = 'event'
const positionName = /^((?:.+_)?)transaction$/

/** A position in the log: the column of the transaction, and that of the event. */
export interface PositionColumns {
  readonly transaction: string
  readonly eventId: string
}

/** The positions that rows of a table remember; throws for a transaction number that means something else. */
function listPositions({ name, columns }: CatalogTable): PositionColumns[] {
  if (name === logTable) return []
  return columns
    .filter(({ type }) => type === 'xid8')
    .map(({ name: transaction }) => {
      const prefix = positionName.exec(transaction)?.[1]
      const eventId = `${prefix}event_id`
      if (prefix === undefined || !columns.some(column => column.name === eventId)) {
        throw new Error(`${name}.${transaction} holds transaction numbers, which mean nothing on another server`)
      }
      return { transaction, eventId }
    })
}

/** The query that gives the rows of a table as they are saved. */
export function selectSaved(table: CatalogTable): string {
  const from = quoteName(table.name)
  if (table.name === logTable) return selectLog(table.columns)
  const positions = listPositions(table)
  if (positions.length === 0) return `select ${toList(table.columns)} from ${from}`
  const columns = table.columns.map(({ name }) => toSavedColumn(name, positions))
  return `select ${columns.join(', ')} from ${from} as row`
}

function selectLog(columns: readonly CatalogColumn[]): string {
  const list = columns.map(({ name }) => (name === 'transaction' ? 'turn::text::xid8' : quoteName(name)))
  const inOrder = '(order by "transaction", id rows unbounded preceding)'
  return `select ${list.join(', ')} from (
    select *, sum(is_turn) over ${inOrder} as turn from (
      select *, case when id < lag(id) over (order by "transaction", id) then 1 else 0 end as is_turn from ${logTable}
    ) as event_with_turn
  ) as event_in_turns order by event_in_turns."transaction", id`
}

function toSavedColumn(name: string, positions: readonly PositionColumns[]): string {
  const asTransaction = positions.find(({ transaction }) => transaction === name)
  // Filled in when all events are there.
  if (asTransaction) return `case when row.${quoteName(name)} is not null then '0'::xid8 end`
  const asEvent = positions.find(({ eventId }) => eventId === name)
  if (!asEvent) return `row.${quoteName(name)}`
  const transaction = `row.${quoteName(asEvent.transaction)}`
  return `case when ${transaction} is not null then coalesce((
    select e.id from ${logTable} e where (e."transaction", e.id) <= (${transaction}, row.${quoteName(name)})
    order by e."transaction" desc, e.id desc limit 1), 0) end`
}

/** Statements that look up the turns of a table's positions, once the log and the table are loaded. */
export function placePositions(table: CatalogTable): string[] {
  return listPositions(table).map(
    ({ transaction, eventId }) =>
      `update ${quoteName(table.name)} as row set ${quoteName(transaction)} = e."transaction"
       from ${logTable} e where e.id = row.${quoteName(eventId)}`,
  )
}

function toList(columns: readonly CatalogColumn[]): string {
  return columns.map(({ name }) => quoteName(name)).join(', ')
}

/** The query that tells how many turns the log has, which is how many transaction numbers it takes up in a snapshot. */
export const countTurns = `
  select (count(*) filter (where id < before) + least(count(*), 1))::bigint as length
  from (select id, lag(id) over (order by "transaction", id) as before from ${logTable}) as event_in_order`
