import type { Page } from '@rushes/contract'
import { assertPageFits, type Listing, toPage } from '../../../platform/http/answers/listing.ts'

/** A part of a list in the order of its ids. */
export interface Part {
  /** Only what is behind this id. */
  readonly after: number
  readonly offset: number
  readonly limit: number
}

/** Rows that are looked at together. */
const batchSize = 500

/**
 * A page of a listing. Where everything is wanted as it comes, only its rows are read; else all rows are looked at, some
 * at a time, and what is not wanted is not held.
 */
export async function listPage<Row extends { readonly id: number }, Item>(
  listing: Listing<Item>,
  rows: { count(): Promise<number>; list(part: Part): Promise<Row[]> },
  toItems: (rows: readonly Row[]) => Item[] | Promise<Item[]>,
): Promise<Page<Item>> {
  const { offset, limit } = listing
  if (listing.isPlain) {
    const total = await rows.count()
    assertPageFits(listing, total)
    return { items: await toItems(await rows.list({ after: 0, offset, limit })), offset, total }
  }
  const wanted: Item[] = []
  for (let after: number | undefined = 0; after !== undefined; ) {
    const batch: Row[] = await rows.list({ after, offset: 0, limit: batchSize })
    wanted.push(...(await toItems(batch)).filter(listing.isWanted))
    after = batch.length === batchSize ? batch.at(-1)?.id : undefined
  }
  return toPage(wanted, listing)
}
