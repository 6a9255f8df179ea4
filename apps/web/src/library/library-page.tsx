import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ProductionNav } from '../app/production-nav.tsx'
import { Shell } from '../app/shell.tsx'
import { Button } from '../design/button.tsx'
import { api } from '../platform/api.ts'
import { useEvents } from '../platform/live.ts'
import { useResource } from '../platform/resource.ts'
import { getQuery, href } from '../platform/router.tsx'
import { useSoon } from '../platform/soon.ts'
import { listColumns, listFacets, nameField, nameValue } from './clip-fields.ts'
import { ClipGrid } from './clip-grid.tsx'
import { CollectionTree } from './collections/collection-tree.tsx'
import { ChosenFilters, Filters } from './filters.tsx'
import { useFoundClips } from './found-clips.ts'
import { Groupings, readGroupings } from './groupings.tsx'
import { savePlace } from './last-place.ts'
import { texts } from './messages.ts'
import { SavedSearches } from './saved-searches.tsx'
import { SearchBar } from './search-bar.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { readWanted } from './wanted.ts'
import { useWorkflowStates } from './workflow-states.ts'
import './library.css'

/** How long the page waits for further news before it asks again. */
const gatherMs = 1000

const sideId = 'library-side'

/** The clips of a production: searched, filtered, grouped, chosen, uploaded. */
export default function LibraryPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const address = href.value
  useEffect(() => {
    // The address of the next page is here before this one is gone.
    const { pathname, search } = new URL(address, location.origin)
    if (pathname === `/app/production/${prId}`) savePlace(prId, { search })
  }, [prId, address])
  const place = useResource(signal => loadPlace(prId, signal), [prId])
  const description = place.data?.description
  const wanted = readWanted(prId)
  const isList = getQuery('view') === 'list'
  const columns = isList ? listColumns(description) : []
  const found = useFoundClips(
    wanted,
    columns.map(({ name }) => name),
  )
  const selection = useSignal<ReadonlyMap<number, number>>(new Map())
  const held = new Set<string>(place.data?.rights)
  const mayEdit = held.has('LIBRARY_UPDATE_METADATA')
  const states = useWorkflowStates(prId)
  const stateTexts = new Map(
    Array.from(states, ([id, status]) => [id, texts(status === 'Error' ? 'workFailed' : 'working')]),
  )
  const statuses = place.data?.statuses ?? []
  const isSideOpen = useSignal(false)
  const reloadSoon = useSoon(() => found.reload(), gatherMs)
  useEvents(
    api,
    { prId },
    ({ type }) => {
      if (type.startsWith('Media.')) reloadSoon()
    },
    reloadSoon,
  )
  const total = found.total.value
  return (
    <Shell head={<h1 class="library-name">{place.data?.name ?? texts('library')}</h1>}>
      <ProductionNav prId={prId} here="library" />
      <div class="library">
        <Button
          class="library-side-opener"
          aria-expanded={isSideOpen.value}
          aria-controls={sideId}
          onClick={() => {
            isSideOpen.value = !isSideOpen.value
          }}
        >
          {texts('side')}
        </Button>
        <aside class="library-side" id={sideId} data-open={isSideOpen.value}>
          <CollectionTree prId={prId} chosen={wanted.collection} mayEdit={mayEdit} />
          <SavedSearches wanted={wanted} mayShare={mayEdit} />
          <Groupings wanted={wanted} groupings={place.data?.groupings ?? []} turn={found.renewals.value} />
          {description && (
            <Filters
              wanted={wanted}
              fields={listFacets(description)}
              nameValue={(field, value) => nameValue(field, value, statuses)}
              turn={found.renewals.value}
            />
          )}
        </aside>
        <section class="library-main">
          <SearchBar wanted={wanted} isList={isList} total={total} />
          <ChosenFilters
            filters={wanted.filters}
            nameField={field => nameField(field, description)}
            nameValue={(field, value) => nameValue(field, value, statuses)}
          />
          {held.has('LIBRARY_UPLOAD') && <UploadPanel prId={prId} collectionId={wanted.collection} />}
          {selection.value.size > 0 && (
            <SelectionBar
              prId={prId}
              selection={selection}
              collection={wanted.collection}
              total={total ?? 0}
              mayEdit={mayEdit}
              mayDelete={held.has('LIBRARY_DELETE')}
              mayShare={mayEdit && held.has('LIBRARY_SHARE')}
              onSelectAll={async () => {
                selection.value = new Map(await found.listIds(0, total ?? 0))
              }}
              onChanged={() => found.reload()}
            />
          )}
          <ClipGrid
            wanted={wanted}
            mayUpload={place.data && held.has('LIBRARY_UPLOAD')}
            found={found}
            isList={isList}
            columns={columns}
            states={stateTexts}
            statuses={statuses}
            selection={selection}
          />
        </section>
      </div>
    </Shell>
  )
}

/** What a production is called, what the user may do there, and how its clips are described, grouped and reviewed. */
async function loadPlace(prId: number, signal: AbortSignal) {
  const [{ name }, rights, description, groupings, statuses] = await Promise.all([
    api.productions.getProduction({ prId, signal }),
    api.productions.listPermissions({ prId, signal }),
    api.customFields.getAnnotationFields({ prId, signal }),
    api.productions.getSetting({ prId, key: 'libraryGroupings', signal }),
    api.productions.listReviewStatuses({ prId, signal }),
  ])
  return { name, rights, description, groupings: readGroupings(groupings), statuses: statuses.items }
}
