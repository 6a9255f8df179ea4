import { listAll } from '@rushes/client'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { Place } from '../frame/place.tsx'
import { loadDescribed } from '../frame/production.ts'
import { user } from '../frame/session.ts'
import { SkipLink } from '../frame/skip-link.tsx'
import { lazy } from '../platform/lazy.tsx'
import { api } from '../platform/reading/api.ts'
import { useEvents } from '../platform/reading/live.ts'
import { useResource } from '../platform/reading/resource.ts'
import { getQuery, href, setQuery } from '../platform/router.tsx'
import { useSoon } from '../platform/writes/soon.ts'
import { toUserOwner } from '../platform/writes/write-queue.ts'
import { UploadButtons } from '../uploads/upload-buttons.tsx'
import { listArriving, listByClip } from './clips/arriving.ts'
import {
  listColumns,
  listFacets,
  listGroupFields,
  listSearchFields,
  nameField,
  nameMember,
  nameValue,
} from './clips/clip-fields.ts'
import { countCollections, readClips } from './clips/clip-search.ts'
import { useFoundClips } from './clips/found-clips.ts'
import { useWorkflowStates } from './clips/workflow-states.ts'
import { CollectionTree } from './collections/collection-tree.tsx'
import { beginDrag, type DropPlace, drag } from './collections/drag.ts'
import { DragBadge } from './collections/drag-badge.tsx'
import { useFilePlaces } from './collections/file-places.ts'
import { isShown, listAround, listWithin } from './collections/paths.ts'
import { toTitle } from './collections/title.ts'
import type { CardContext } from './grid/clip-card.tsx'
import { ClipGrid, type ClipGridProps } from './grid/clip-grid.tsx'
import { Scrub } from './grid/scrubbing/scrub.ts'
import { NoneSelected } from './inspector/none-selected.tsx'
import { savePlace } from './last-place.ts'
import { texts } from './messages.ts'
import { ChosenFilters, Filters } from './search/filters.tsx'
import { readGroupings } from './search/grouping.ts'
import { SavedSearches } from './search/saved-searches.tsx'
import { SearchBar } from './search/search-bar.tsx'
import { toQuery } from './search/typed-query.ts'
import { isSortKey, readWanted, sorts, type Wanted, withinToo } from './search/wanted.ts'
import { ClipActions, type ClipActionsOptions } from './selection/clip-actions.ts'
import { ClipSelection } from './selection/clip-selection.ts'
import { useLibraryCommands } from './selection/commands.ts'
import { Summary, setView, useView, ViewBar } from './view-bar.tsx'
import { ClipWriter } from './writes/clip-writer.ts'
import {
  CollectionWriter,
  type CollectionWriterOptions,
  dropListed,
  withCollectionChanges,
} from './writes/collection-writer.ts'
import { usePreloaded } from './writes/preload.ts'
import './library.css'

export { resumeClipChange } from './writes/clip-writer.ts'
export { resumeCollectionChange } from './writes/collection-writer.ts'

const Peek = lazy(() => import('./peek/peek.tsx').then(part => part.Peek))
const Groupings = lazy(() => import('./search/groupings.tsx').then(part => part.Groupings))
const NoClips = lazy(() => import('./grid/no-clips.tsx').then(part => part.NoClips))
const FolderCards = lazy(() => import('./collections/folder-cards.tsx').then(part => part.FolderCards))
const Failure = lazy(() => import('./grid/no-clips.tsx').then(part => part.Failure))
const Inspector = lazy(() => import('./inspector/inspector.tsx').then(part => part.Inspector))
const SelectionBar = lazy(() => import('./selection/selection-bar.tsx').then(part => part.SelectionBar))
const ClipDialogs = lazy(() => import('./selection/clip-dialogs.tsx').then(part => part.ClipDialogs))
const ClipTable = lazy(() => import('./table/clip-table.tsx').then(part => part.ClipTable))

/** How long the page waits for further news before it asks again. */
const gatherMs = 1000

const hinted = 'rushes.library.select-hint'

/** The clips of a production: searched, filtered, grouped, selected, described, uploaded. */
export default function LibraryPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const address = href.value
  const place = useResource(signal => loadPlace(prId, signal), [prId])
  const { description, statuses = [] } = place.data ?? {}
  const fields = useMemo(() => listSearchFields(description), [description])
  const typed = readWanted(prId)
  const view = useView()
  const groupFields = useMemo(() => listGroupFields(description), [description])
  const group = view.isTable ? undefined : groupFields.find(({ name }) => name === getQuery('group'))?.name
  const collections = useResource(
    async signal => {
      const began = performance.now()
      const all = await Array.fromAsync(listAll(api.collections.listCollections, { prId }, 500))
      if (!signal.aborted) dropListed(prId, began)
      return all
    },
    [prId],
  )
  const shownCollections = withCollectionChanges(prId, collections.data ?? [])
  const isWithinToo = getQuery('within') === withinToo
  const below = isWithinToo && typed.collection !== undefined ? listWithin(shownCollections, typed.collection) : []
  const wanted: Wanted = {
    ...typed,
    query: toQuery(typed.q, fields),
    ...(group === undefined ? {} : { group }),
    ...(below.length > 1 ? { within: below } : {}),
  }
  const searchedFor = JSON.stringify(wanted)
  useEffect(() => {
    // The address of the next page is here before this one is gone.
    const { pathname, search } = new URL(address, location.origin)
    if (pathname === `/app/production/${prId}`) savePlace(prId, { search, wanted })
  }, [prId, address, searchedFor])
  const columns = view.isTable ? listColumns(description) : []
  const found = useFoundClips(
    wanted,
    columns.map(({ name }) => name),
  )
  const counts = useResource(signal => countCollections(prId, signal), [prId, found.renewals.value])
  const nested = shownCollections.flatMap(({ id, parentId }) => (parentId === undefined ? [] : [`${id} ${parentId}`]))
  const within = useResource(
    async signal => {
      if (nested.length === 0) return undefined
      const { countWithin } = await import('./clips/count-within.ts')
      return countWithin(prId, shownCollections, signal)
    },
    [prId, found.renewals.value, nested.join()],
  )
  const countOf = (id: number) => within.data?.get(id) ?? (counts.data && (counts.data.byId.get(id) ?? 0))
  const selection = useMemo(() => new ClipSelection(), [prId])
  selection.use(found)
  const searched = JSON.stringify([prId, wanted.q, wanted.filters, wanted.collection, isWithinToo])
  // Before the next key is pressed, which may select something of what is found.
  useLayoutEffect(() => () => selection.reset(), [searched])
  const scrub = useMemo(() => new Scrub(prId), [prId])
  const held = place.data?.held ?? new Set()
  const may = {
    edit: held.has('LIBRARY_UPDATE_METADATA'),
    remove: held.has('LIBRARY_DELETE'),
    replace: held.has('LIBRARY_UPLOAD') && held.has('LIBRARY_DELETE'),
    share: held.has('LIBRARY_UPDATE_METADATA') && held.has('LIBRARY_SHARE'),
    status: held.has('LIBRARY_UPDATE_METADATA') || held.has('REVIEW_STATUS_EDIT'),
    download: held.has('LIBRARY_DOWNLOAD'),
    addVersion: held.has('LIBRARY_UPLOAD') && held.has('LIBRARY_UPDATE_METADATA'),
  }
  const works = useWorkflowStates(prId)
  const reloadSoon = useSoon(() => writer.refresh(), gatherMs)
  useEvents(
    api,
    { prId },
    ({ type, verb = '', object }) => {
      const isOfCollection = verb.startsWith('EditorialObject.')
      if (type.startsWith('Media.') || object?.funnel === 'ReviewComment' || isOfCollection) reloadSoon()
      if (isOfCollection) collections.reload()
    },
    () => {
      reloadSoon()
      collections.reload()
    },
  )
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
    scrub,
    onPreview: id => peek(id),
    onRetry: held.has('WORKFLOW_MANAGE') ? retry : undefined,
  }
  const arriving = group === undefined ? listArriving(wanted, found) : []
  const total = found.total.value
  const isEmpty = total === 0 && arriving.length === 0
  const names = (field: string, value: string) => nameValue(field, value, statuses)
  useEffect(() => {
    if (selection.selected.value.ids.size !== 1 || localStorage.getItem(hinted) !== null) return
    localStorage.setItem(hinted, 'told')
    tell(texts('clickHint'))
  }, [selection.selected.value])
  const isNarrowed = wanted.q !== '' || wanted.filters.length > 0
  const folders = isNarrowed ? [] : shownCollections.filter(({ parentId }) => parentId === (wanted.collection ?? 0))
  const chosen = shownCollections.find(({ id }) => id === wanted.collection)
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
  const owner = toUserOwner(user.value?.id)
  const writerOptions = {
    prId,
    owner,
    getClip: (id: number) => found.find(id),
    nameMember: (path: string) => nameMember(path, description),
    onChanged,
  }
  const writer = useMemo(() => new ClipWriter(writerOptions), [prId])
  writer.use(writerOptions)
  const collectionOptions: CollectionWriterOptions = {
    prId,
    owner,
    onShow: change => {
      // Of others the tree shows enough.
      if (change.what === 'empty' && change.id === wanted.collection) found.rearrange(() => [])
    },
    onChanged: () => {
      collections.reload()
      writer.refresh()
    },
  }
  const collectionWriter = useMemo(() => new CollectionWriter(collectionOptions), [prId])
  collectionWriter.use(collectionOptions)
  usePreloaded(may.edit)
  const actionOptions: ClipActionsOptions = {
    prId,
    may,
    found,
    selection,
    writer,
    statuses,
    collectionWriter,
    collections: shownCollections,
    collection: wanted.collection,
    works,
    onPeek: peek,
    onRetry: context.onRetry,
  }
  const actions = useMemo(() => new ClipActions(actionOptions), [prId])
  actions.use(actionOptions)
  const onDrag = (event: PointerEvent, id: number) => {
    if (!may.edit) return
    if (!selection.selected.value.ids.has(id)) selection.include(found.indexOf(id) ?? 0)
    const dragged = selection.ids
    const place = ({ clip, side }: DropPlace) => {
      const next = found.get((found.indexOf(clip) ?? 0) + 1)?.id
      actions.moveBefore(dragged, side === 'before' ? clip : next).catch(tellError)
    }
    beginDrag(event, {
      count: dragged.length,
      onDrop: (target, isCopy) => actions.drop(dragged, target, isCopy),
      onPlace: found.order && place,
    })
  }
  const onMenu: ClipGridProps['onMenu'] = at => actions.show({ what: 'menu', ids: selection.ids, at })
  const filePlace = useFilePlaces(prId, { held, found, collections: shownCollections, shown: wanted.collection })
  useLibraryCommands({
    actions,
    statuses,
    focused: () => focused?.id,
    toggleFocused: () => focusedAt !== undefined && selection.toggle(focusedAt),
    selectAll: () => void selection.selectAll().catch(tellError),
    search: () => searchField.current?.focus(),
    toggleView: () => setView(!view.isTable),
  })
  const side = (
    <>
      <CollectionTree
        {...{ prId, countOf }}
        collections={shownCollections}
        total={counts.data?.total}
        chosen={wanted.collection}
        may={{ edit: may.edit, share: held.has('LIBRARY_SHARE') }}
        writer={collectionWriter}
      />
      <SavedSearches wanted={wanted} fields={fields} turn={found.renewals.value} mayShare={may.edit} />
      {place.data && place.data.groupings.length > 0 && (
        <Groupings wanted={wanted} groupings={place.data.groupings} turn={found.renewals.value} />
      )}
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
      {!isEmpty && <SkipLink to="library-clips">{texts('skipToClips')}</SkipLink>}
      <div class="library-bar">
        <SearchBar wanted={wanted} fields={fields} place={chosen && toTitle(chosen)} field={searchField} />
        <ViewBar {...{ view, wanted, groupFields }} collections={shownCollections} />
      </div>
      <ChosenFilters filters={wanted.filters} nameField={field => nameField(field, description)} nameValue={names} />
      {found.error.value !== undefined && total !== 0 && total !== undefined && (
        <Failure error={found.error.value} onRetry={() => found.reload()} />
      )}
      {folders.length > 0 && (
        <FolderCards
          collections={folders}
          countOf={countOf}
          mayEdit={may.edit}
          isWithinToo={wanted.collection === undefined ? undefined : isWithinToo}
        />
      )}
      {isEmpty ? (
        <NoClips
          wanted={wanted}
          hasFolders={!isWithinToo && folders.some(isShown)}
          found={found}
          mayUpload={place.data && held.has('LIBRARY_UPLOAD')}
        />
      ) : (
        <>
          <Summary total={total} found={found} view={view} />
          {view.isTable ? (
            <ClipTable
              key={prId}
              {...{ prId, wanted, found, context, selection, writer, onDrag, onMenu }}
              fields={columns}
              sort={isSortKey(wanted.sort) ? sorts[wanted.sort] : wanted.sort}
              mayEdit={may.edit}
              onOpen={id => actions.open(id)}
            />
          ) : (
            <ClipGrid
              key={prId}
              {...{ prId, found, context, selection, arriving, onDrag, onMenu }}
              cardWidth={view.cardWidth}
              nameGroup={value =>
                value !== null
                  ? names(group ?? '', value)
                  : texts(group === 'reviewStatus' ? 'notReviewed' : 'withoutValue')
              }
              onOpen={id => actions.open(id)}
            />
          )}
        </>
      )}
      {ids.length > 0 && <SelectionBar actions={actions} />}
      {actions.opened.value && <ClipDialogs actions={actions} />}
      {drag.value && <DragBadge />}
    </section>
  )
  return (
    <Place
      name="library"
      trail={listAround(shownCollections, wanted.collection).map(collection => ({
        text: toTitle(collection),
        href: collection === chosen ? undefined : `/app/production/${prId}?collection=${collection.id}`,
      }))}
      actions={held.has('LIBRARY_UPLOAD') && <UploadButtons place={filePlace} />}
      side={side}
      inspector={
        ids.length === 0 ? (
          <NoneSelected />
        ) : (
          <Inspector
            context={{ prId, owner, description, statuses, collections: shownCollections, may, writer, actions }}
            ids={ids}
            turn={found.renewals.value}
          />
        )
      }
    >
      {content}
      {shownPeek && (
        <Peek
          prId={prId}
          clip={shownPeek}
          onStep={stepPeek}
          onOpen={() => actions.open(shownPeek.id)}
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
  const [described, groupings] = await Promise.all([
    loadDescribed(prId, signal),
    api.productions.getSetting({ prId, key: 'libraryGroupings', signal }),
  ])
  return { ...described, groupings: readGroupings(groupings) }
}
