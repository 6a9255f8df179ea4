import { useSignal } from '@preact/signals'
import { Shell } from '../app/shell.tsx'
import { Button } from '../design/button.tsx'
import { SelectField, TextField } from '../design/field.tsx'
import { api } from '../platform/api.ts'
import { useEvents } from '../platform/live.ts'
import { useResource } from '../platform/resource.ts'
import { getQuery, setQuery } from '../platform/router.tsx'
import { ClipGrid } from './clip-grid.tsx'
import { facets, type SortKey, sorts, type Wanted } from './clip-search.ts'
import { CollectionTree } from './collection-tree.tsx'
import { Filters } from './filters.tsx'
import { useFoundClips } from './found-clips.ts'
import { texts } from './messages.ts'
import { SelectionBar } from './selection-bar.tsx'
import { UploadPanel } from './upload-panel.tsx'
import './library.css'

/** How long the page waits for further news before it asks again. */
const gatherMs = 1000

/** The clips of a production: searched, filtered, chosen, uploaded. */
export default function LibraryPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const production = useResource(signal => api.productions.getProduction({ prId, signal }), [prId])
  const rights = useResource(signal => api.productions.listPermissions({ prId, signal }), [prId])
  const wanted = readWanted(prId)
  const found = useFoundClips(wanted)
  const typed = useSignal(wanted.q)
  const selection = useSignal<ReadonlyMap<number, number>>(new Map())
  const isList = getQuery('view') === 'list'
  const held = new Set<string>(rights.data)
  const pending = useSignal<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEvents(api, prId, ({ type }) => {
    if (!type.startsWith('Media.')) return
    clearTimeout(pending.value)
    pending.value = setTimeout(() => found.reload(), gatherMs)
  })
  return (
    <Shell head={<h1 class="library-name">{production.data?.name}</h1>}>
      <div class="library">
        <aside class="library-side">
          <CollectionTree prId={prId} chosen={wanted.collection} mayEdit={held.has('LIBRARY_UPDATE_METADATA')} />
          <Filters fields={found.facets.value} chosen={wanted.chosen} />
        </aside>
        <section class="library-main">
          <form
            class="library-bar"
            onSubmit={event => {
              event.preventDefault()
              setQuery({ q: typed.value })
            }}
          >
            <TextField
              label={texts('search')}
              type="search"
              placeholder={texts('searchHint')}
              value={typed.value}
              onValue={value => {
                typed.value = value
              }}
            />
            <SelectField
              label={texts('sort')}
              value={wanted.sort}
              options={(Object.keys(sorts) as SortKey[]).map(key => [key, texts(key)] as const)}
              onValue={value => setQuery({ sort: value })}
            />
            <Button aria-pressed={isList} onClick={() => setQuery({ view: isList ? undefined : 'list' })}>
              {texts('list')}
            </Button>
            <span role="status">{found.total.value !== undefined && texts('found', { count: found.total.value })}</span>
          </form>
          {held.has('LIBRARY_UPLOAD') && <UploadPanel prId={prId} collectionId={wanted.collection} />}
          {selection.value.size > 0 && (
            <SelectionBar
              prId={prId}
              selection={selection}
              mayEdit={held.has('LIBRARY_UPDATE_METADATA')}
              mayDelete={held.has('LIBRARY_DELETE')}
              onChanged={() => found.reload()}
            />
          )}
          <ClipGrid prId={prId} found={found} isList={isList} selection={selection} />
        </section>
      </div>
    </Shell>
  )
}

function readWanted(prId: number): Wanted {
  const sort = getQuery('sort')
  const chosen = facets.flatMap(field => {
    const value = getQuery(field)
    return value === undefined ? [] : [[field, value] as const]
  })
  return {
    prId,
    q: getQuery('q') ?? '',
    sort: sort !== undefined && sort in sorts ? (sort as SortKey) : 'newest',
    collection: Number(getQuery('collection')) || undefined,
    chosen: Object.fromEntries(chosen),
  }
}
