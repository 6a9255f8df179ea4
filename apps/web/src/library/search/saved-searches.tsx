import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import type { SavedSearch } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { ConfirmDialog } from '../../design/floating/dialog.tsx'
import { Menu } from '../../design/floating/menu.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { lazy } from '../../platform/lazy.tsx'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { formatNumber } from '../../platform/translations.ts'
import { texts } from '../messages.ts'
import { countSearches, listReadySearches } from './ready-searches.ts'
import type { SearchField } from './typed-query.ts'
import { isSameSearch, showSearch, toParameters, type Wanted } from './wanted.ts'

const SearchDialog = lazy(() => import('./search-dialog.tsx').then(part => part.SearchDialog))

interface SavedSearchesProps {
  wanted: Wanted
  fields: readonly SearchField[]
  /** Changes whenever others may be found. */
  turn: number
  /** Whether the user may change what the whole production has. */
  mayShare: boolean
}

type Open = { what: 'save' } | { what: 'rename' | 'remove'; search: SavedSearch }

/** Searches that everybody has, the user's own and those of the production, with what they find: shown, kept, renamed, changed, deleted. */
export function SavedSearches({ wanted, fields, turn, mayShare }: SavedSearchesProps) {
  const { prId } = wanted
  const searches = useResource(() => Array.fromAsync(listAll(api.savedSearches.listSavedSearches, { prId })), [prId])
  const all = [...listReadySearches(), ...(searches.data ?? [])]
  const counts = useResource(
    signal => countSearches(prId, all, fields, signal),
    [prId, turn, fields, JSON.stringify(all.map(({ parameters }) => parameters))],
  )
  const open = useSignal<Open | undefined>(undefined)
  const show = (next: Open) => {
    open.value = next
  }
  const close = () => {
    open.value = undefined
    searches.reload()
  }
  const replace = ({ id, version }: SavedSearch) => {
    const body = { version, parameters: toParameters(wanted) }
    api.savedSearches.updateSavedSearch({ prId, id, body }).then(searches.reload, tellError)
  }
  const now = open.value
  return (
    <section class="side-section" aria-label={texts('savedSearches')}>
      <h2>{texts('savedSearches')}</h2>
      <Loaded resource={searches}>
        {() => (
          <ul class="tree">
            {all.map((search, index) => (
              <li key={'id' in search ? search.id : search.name} class="saved-search">
                <Button
                  kind="quiet"
                  icon={'id' in search ? 'bookmark' : search.icon}
                  aria-pressed={isSameSearch(wanted, search.parameters)}
                  onClick={() => showSearch(search.parameters)}
                >
                  <span>{search.name}</span>
                  {'shared' in search && search.shared && <span class="field-hint">{texts('ofProduction')}</span>}
                  <span class="tree-count num">
                    {counts.data?.[index] !== undefined && formatNumber(counts.data[index])}
                  </span>
                </Button>
                {'id' in search && (mayShare || !search.shared) && (
                  <Menu
                    label={texts('changeSearch', { name: search.name })}
                    items={[
                      { text: texts('renameSearch'), onChoose: () => show({ what: 'rename', search }) },
                      { text: texts('replaceSearch'), onChoose: () => replace(search) },
                      {
                        text: texts('remove'),
                        kind: 'danger',
                        onChoose: () => show({ what: 'remove', search }),
                      },
                    ]}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Button kind="quiet" onClick={() => show({ what: 'save' })}>
        + {texts('saveSearch')}
      </Button>
      {now?.what === 'save' && <SearchDialog wanted={wanted} mayShare={mayShare} onClose={close} />}
      {now?.what === 'rename' && (
        <SearchDialog wanted={wanted} mayShare={mayShare} search={now.search} onClose={close} />
      )}
      {now?.what === 'remove' && (
        <ConfirmDialog
          title={texts('remove')}
          question={texts('removeSearchQuestion', { name: now.search.name })}
          action={texts('remove')}
          onConfirm={() => {
            api.savedSearches.deleteSavedSearch({ prId, id: now.search.id }).then(searches.reload, tellError)
          }}
          onClose={close}
        />
      )}
    </section>
  )
}
