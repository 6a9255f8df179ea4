import type { Page } from '@rushes/contract'

interface Paging {
  limit?: number | undefined
  offset?: number | undefined
}
interface Marked {
  rows?: number | undefined
  sort?: string | undefined
  cursorMark?: string | undefined
}
/** What a search call answers, as far as reading on needs it. */
interface Found<Document> {
  numFound: number
  results: Document[]
  nextCursorMark?: string | undefined
}

/**
 * Every item of a listing, page after page: `for await (const clip of listAll(api.media.listMediaObjects, { prId }))`.
 * Items that come or go meanwhile may shift the pages; `searchAll` does not have that fault.
 */
export async function* listAll<Item, Input extends object>(
  list: (input: Input & { query?: Paging }) => Promise<Page<Item>>,
  input: NoInfer<Input> & { query?: object; signal?: AbortSignal },
  pageSize = 100,
): AsyncGenerator<Item, void, undefined> {
  for (let offset = 0; ; ) {
    const page = await list({ ...input, query: { ...input.query, limit: pageSize, offset } })
    yield* page.items
    offset += page.items.length
    if (page.items.length === 0 || offset >= page.total) return
  }
}

/**
 * Every document that a search finds, by marks (`cursorMark`) that stay right while others write; `sort` as in the
 * query, made unambiguous by the document's id.
 */
export async function* searchAll<Document, Input extends object>(
  search: (input: Input & { query?: Marked }) => Promise<Found<Document>>,
  input: NoInfer<Input> & { query?: { sort?: string | undefined }; signal?: AbortSignal },
  pageSize = 500,
): AsyncGenerator<Document, void, undefined> {
  const sort = toWholeOrder(input.query?.sort)
  let fullPage: number | undefined
  for (let cursorMark = '*'; ; ) {
    const { results, numFound, nextCursorMark } = await search({
      ...input,
      query: { ...input.query, sort, rows: pageSize, cursorMark },
    })
    yield* results
    // The service may give fewer at once than it is asked for.
    const isLast = fullPage === undefined ? results.length >= numFound : results.length < fullPage
    if (isLast || nextCursorMark === undefined || nextCursorMark === cursorMark) return
    fullPage ??= results.length
    cursorMark = nextCursorMark
  }
}

function toWholeOrder(sort: string | undefined): string {
  if (sort === undefined) return 'id asc'
  return /(^|,)\s*id\s/.test(sort) ? sort : `${sort},id asc`
}

/** All items of a listing or a search in one list: `await toArray(listAll(api.productions.listProductions, {}))`. */
export async function toArray<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}
