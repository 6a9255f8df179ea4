import { type Client, searchAll } from '@rushes/client'
import type { SolrDocument } from '@rushes/contract'
import type { Call } from '../command.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import type { Column } from '../terminal/terminal.ts'

interface SearchOptions extends ProductionOptions {
  readonly in?: 'clips' | 'annotations' | 'collections'
  readonly filter?: readonly string[]
  readonly sort?: string
  readonly rows?: number
  readonly all?: true
}

const usualRows = 20
const first = (value: unknown) => (Array.isArray(value) ? value[0] : value)
const columns: readonly Column<SolrDocument>[] = [
  ['id', found => found.id],
  ['clip', found => found.mediaObjectId],
  ['kind', found => found.funnel ?? found.objectType],
  ['name', found => first(found.name ?? found.title ?? found.mediaObjectName)],
  ['text', found => first(found.description)],
]

/** Searches clips, annotations or collections: the first so many, or with `--all` every one as it comes. */
export async function run(call: Call<SearchOptions, readonly [query: string]>): Promise<void> {
  const { args, options, signal, terminal } = call
  const { api, prId } = await openProduction(call)
  const search = findSearch(api, options.in ?? 'clips')
  const query = {
    q: args[0],
    ...(options.filter ? { fq: [...options.filter] } : {}),
    ...(options.sort === undefined ? {} : { sort: options.sort }),
  }
  if (options.all) {
    for await (const found of searchAll(search, { prId, query, signal })) {
      terminal.showNext(found, () => columns.map(([, toCell]) => toCell(found) ?? '').join('\t'))
    }
    return
  }
  const found = await search({ prId, query: { ...query, rows: options.rows ?? usualRows }, signal })
  terminal.showTable(found.results, columns)
  const more = found.numFound - found.results.length
  if (more > 0 && !terminal.isJson) terminal.tell(`and ${more} more: --rows or --all`)
}

function findSearch(api: Client, what: 'clips' | 'annotations' | 'collections') {
  if (what === 'clips') return api.annotations.searchMediaObjects
  return what === 'annotations' ? api.annotations.listAnnotations : api.collections.searchCollections
}
