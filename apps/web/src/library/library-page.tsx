import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Place } from '../app/place.tsx'
import { tell, tellError } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import { lazy } from '../platform/lazy.tsx'
import { useEvents } from '../platform/live.ts'
import { useResource } from '../platform/resource.ts'
import { getQuery, href, navigate, setQuery } from '../platform/router.tsx'
import { useSoon } from '../platform/soon.ts'
import { listColumns, listFacets, listSearchFields, nameField, nameValue } from './clips/clip-fields.ts'
import { countCollections, readClips } from './clips/clip-search.ts'
import { useFoundClips } from './clips/found-clips.ts'
import { useVersions } from './clips/versions.ts'
import { useWorkflowStates } from './clips/workflow-states.ts'
import { CollectionTree } from './collections/collection-tree.tsx'
import { beginDrag } from './collections/drag.ts'
import { DragBadge } from './collections/drag-badge.tsx'
import { toTitle } from './collections/title.ts'
import { useLibraryCommands } from './commands.ts'
import type { CardContext } from './grid/clip-card.tsx'
import { ClipGrid } from './grid/clip-grid.tsx'
import { Failure, NoClips } from './grid/no-clips.tsx'
import { Scrub } from './grid/scrub.ts'
import { Inspector } from './inspector/inspector.tsx'
import { savePlace } from './last-place.ts'
import { texts } from './messages.ts'
import { ChosenFilters, Filters } from './search/filters.tsx'
import { Groupings, readGroupings } from './search/groupings.tsx'
import { SavedSearches } from './search/saved-searches.tsx'
import { SearchBar } from './search/search-bar.tsx'
import { toQuery } from './search/typed-query.ts'
import { isSortKey, readWanted, sorts } from './search/wanted.ts'
import { attachClips, detachClips } from './selection/bulk.ts'
import { ClipSelection } from './selection/clip-selection.ts'
import { compare, SelectionBar } from './selection/selection-bar.tsx'
import { listAllColumns } from './table/columns.ts'
import { listArriving, listByClip } from './uploads/arriving.ts'
import { UploadButtons, UploadPanel } from './uploads/upload-panel.tsx'
import { Summary, setView, useView, ViewBar } from './view-bar.tsx'
import './library.css'

const Peek = lazy(() => import('./peek/peek.tsx').then(part => part.Peek))
const ClipTable = lazy(() => import('./table/clip-table.tsx').then(part => part.ClipTable))

/** How long the page waits for further news before it asks again. */
const gatherMs = 1000

const hinted = 'rushes.library.select-hint'

/** The clips of a production: searched, filtered, grouped, selected, described, uploaded. */
export default function LibraryPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const address = href.value
  useEffect(() => {
    // The address of the next page is here before this one is gone.
    const { pathname, search } = new URL(address, location.origin)
    if (pathname === `/app/production/${prId}`) savePlace(prId, { search })
  }, [prId, address])
  const place = useResource(signal => loadPlace(prId, signal), [prId])
  const { description, statuses = [] } = place.data ?? {}
  const fields = useMemo(() => listSearchFields(description), [description])
  const typed = readWanted(prId)
  const wanted = { ...typed, query: toQuery(typed.q, fields) }
  const view = useView()
  const columns = view.isTable ? listColumns(description) : []
  const found = useFoundClips(
    wanted,
    columns.map(({ name }) => name),
  )
  const collections = useResource(
    () => Array.fromAsync(listAll(api.collections.listCollections, { prId }, 500)),
    [prId],
  )
  const counts = useResource(signal => countCollections(prId, signal), [prId, found.renewals.value])
  const selection = useMemo(() => new ClipSelection(), [prId])
  selection.use(found)
  const searched = JSON.stringify([prId, wanted.q, wanted.filters, wanted.collection])
  useEffect(() => () => selection.reset(), [searched])
  const scrub = useMemo(() => new Scrub(prId), [prId])
  const held = new Set<string>(place.data?.rights)
  const may = {
    edit: held.has('LIBRARY_UPDATE_METADATA'),
    remove: held.has('LIBRARY_DELETE'),
    share: held.has('LIBRARY_UPDATE_METADATA') && held.has('LIBRARY_SHARE'),
    status: held.has('LIBRARY_UPDATE_METADATA') || held.has('REVIEW_STATUS_EDIT'),
    download: held.has('LIBRARY_DOWNLOAD'),
  }
  const works = useWorkflowStates(prId)
  const reloadSoon = useSoon(() => found.reload(), gatherMs)
  useEvents(
    api,
    { prId },
    ({ type, object }) => {
      if (type.startsWith('Media.') || object?.funnel === 'ReviewComment') reloadSoon()
      if (type.startsWith('EditorialObject') || type.startsWith('Collection')) collections.reload()
    },
    reloadSoon,
  )
  const versions = useVersions(prId, found, collections.data ?? [])
  const searchField = useRef<HTMLInputElement>(null)
  const onChanged = () => found.reload()
  const retry = (id: string) => {
    api.workflows.redoWorkflow({ prId, id, body: { redoSingleTask: true } }).catch(tellError)
  }
  const context: CardContext = {
    prId,
    works,
    uploads: listByClip(prId),
    statuses,
    versions: versions.value,
    scrub,
    onRetry: held.has('WORKFLOW_MANAGE') ? retry : undefined,
  }
  const open = (id: number) => navigate(`/app/production/${prId}/clip/${id}`)
  const onDrag = (event: PointerEvent, id: number) => {
    if (!may.edit) return
    const { ids } = selection.selected.value
    if (!ids.has(id)) selection.press(found.indexOf(id) ?? 0, { ctrlKey: false, metaKey: false, shiftKey: false })
    const from = wanted.collection
    const dragged = selection.ids
    beginDrag(event, dragged.length, (target, isCopy) => {
      const all = collections.data ?? []
      const parentOf = (wantedId: number | undefined) => all.find(({ id }) => id === wantedId)?.parentId
      // Within the same parent a clip is moved, unless Alt says that it stays.
      const isMove = !isCopy && from !== undefined && from !== target && parentOf(from) === parentOf(target)
      attachClips(prId, target, dragged, all, onChanged)
        .then(() => (isMove ? detachClips(prId, from, selection, onChanged) : undefined))
        .then(onChanged, tellError)
    })
  }
  const arriving = listArriving(wanted, found)
  const total = found.total.value
  const isEmpty = total === 0 && arriving.length === 0
  const names = (field: string, value: string) => nameValue(field, value, statuses)
  useEffect(() => {
    if (selection.selected.value.ids.size !== 1 || localStorage.getItem(hinted) !== null) return
    localStorage.setItem(hinted, 'told')
    tell(texts('clickHint'))
  }, [selection.selected.value])
  const chosen = collections.data?.find(({ id }) => id === wanted.collection)
  const removing = useSignal(0)
  const focusedAt = selection.focusedAt.value
  const focused = focusedAt === undefined ? undefined : found.get(focusedAt)
  const peeked = Number(getQuery('peek')) || undefined
  const peekedClip = useResource(
    signal => (peeked === undefined ? Promise.resolve([]) : readClips(prId, [peeked], [], signal)),
    [prId, peeked],
  )
  const shownPeek = peekedClip.data?.find(({ id }) => id === peeked)
  const peek = (id: number | undefined) => setQuery({ peek: id === undefined ? undefined : String(id) })
  const stepPeek = (by: number) => {
    const at = peeked === undefined ? undefined : (found.indexOf(peeked) ?? selection.focusedAt.value)
    const next = at === undefined ? undefined : found.get(at + by)
    if (at === undefined || !next) return
    void selection.press(at + by, { ctrlKey: false, metaKey: false, shiftKey: false })
    peek(next.id)
  }
  const { ids } = selection
  useLibraryCommands({
    hasFocused: () => focused !== undefined,
    hasSelected: () => selection.selected.value.ids.size > 0,
    openFocused: () => focused && open(focused.id),
    peekFocused: () => focused && peek(focused.id),
    toggleFocused: () => focusedAt !== undefined && selection.toggle(focusedAt),
    selectAll: () => void selection.selectAll().catch(tellError),
    clear: () => selection.clear(),
    search: () => searchField.current?.focus(),
    toggleView: () => setView(!view.isTable),
    compare: ids.length === 2 ? () => compare(prId, ids) : undefined,
    remove: () => {
      if (may.remove) removing.value += 1
    },
  })
  const side = (
    <>
      <CollectionTree
        prId={prId}
        collections={collections.data ?? []}
        counts={counts.data}
        chosen={wanted.collection}
        mayEdit={may.edit}
        onChanged={() => {
          collections.reload()
          onChanged()
        }}
      />
      <SavedSearches wanted={wanted} mayShare={may.edit} />
      <Groupings wanted={wanted} groupings={place.data?.groupings ?? []} turn={found.renewals.value} />
      {description && (
        <Filters
          wanted={wanted}
          fields={listFacets(description)}
          nameValue={names}
          statuses={statuses}
          turn={found.renewals.value}
        />
      )}
    </>
  )
  const content = (
    <section class="library-main" data-empty={isEmpty || undefined}>
      <div class="library-bar">
        <SearchBar wanted={wanted} fields={fields} place={chosen && toTitle(chosen)} field={searchField} />
        <ViewBar view={view} wanted={wanted} />
      </div>
      {held.has('LIBRARY_UPLOAD') && <UploadPanel prId={prId} collectionId={wanted.collection} />}
      <ChosenFilters filters={wanted.filters} nameField={field => nameField(field, description)} nameValue={names} />
      {found.error.value !== undefined && total !== 0 && total !== undefined && (
        <Failure error={found.error.value} onRetry={() => found.reload()} />
      )}
      {isEmpty ? (
        <NoClips wanted={wanted} found={found} mayUpload={place.data && held.has('LIBRARY_UPLOAD')} />
      ) : (
        <>
          <Summary total={total} found={found} view={view} />
          {view.isTable ? (
            <ClipTable
              key={prId}
              {...{ prId, found, context, selection, onDrag, onChanged }}
              columns={listAllColumns(columns, statuses)}
              sort={isSortKey(wanted.sort) ? sorts[wanted.sort] : wanted.sort}
              mayEdit={may.edit}
              onOpen={open}
            />
          ) : (
            <ClipGrid
              key={prId}
              {...{ prId, found, context, selection, arriving, onDrag }}
              cardWidth={view.cardWidth}
              onOpen={open}
            />
          )}
        </>
      )}
      {selection.selected.value.ids.size > 0 && (
        <SelectionBar
          prId={prId}
          selection={selection}
          found={found}
          collection={wanted.collection}
          collections={collections.data ?? []}
          statuses={statuses}
          may={may}
          onChanged={onChanged}
          removing={removing}
          onCollections={collections.reload}
        />
      )}
      <DragBadge />
    </section>
  )
  const isFound = selection.selected.value.ids.size > 0
  return (
    <Place
      name="library"
      trail={chosen ? [{ text: toTitle(chosen) }] : []}
      actions={held.has('LIBRARY_UPLOAD') && <UploadButtons prId={prId} collectionId={wanted.collection} />}
      side={side}
      inspector={
        <Inspector
          context={{ prId, description, statuses, collections: collections.data ?? [], may, onChanged }}
          ids={isFound ? ids : []}
          turn={found.renewals.value}
        />
      }
    >
      {content}
      {shownPeek && (
        <Peek
          prId={prId}
          clip={shownPeek}
          onStep={stepPeek}
          onOpen={() => open(shownPeek.id)}
          onClose={() => {
            peek(undefined)
            document.getElementById('library-clips')?.focus({ preventScroll: true })
          }}
        />
      )}
    </Place>
  )
}

/** What the user may do in a production, and how its clips are described, grouped and reviewed. */
async function loadPlace(prId: number, signal: AbortSignal) {
  const [rights, description, groupings, statuses] = await Promise.all([
    api.productions.listPermissions({ prId, signal }),
    api.customFields.getAnnotationFields({ prId, signal }),
    api.productions.getSetting({ prId, key: 'libraryGroupings', signal }),
    api.productions.listReviewStatuses({ prId, signal }),
  ])
  return { rights, description, groupings: readGroupings(groupings), statuses: statuses.items }
}
