import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import type { SavedSearch } from '@rushes/contract'
import { Button } from '../design/button.tsx'
import { ConfirmDialog, Dialog } from '../design/dialog.tsx'
import { CheckField, TextField } from '../design/field.tsx'
import { Form, FormError } from '../design/form.tsx'
import { Loaded } from '../design/loaded.tsx'
import { Menu } from '../design/menu.tsx'
import { tellError } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import { bind, bindCheck } from '../platform/bind.ts'
import { useResource } from '../platform/resource.ts'
import { useSaving } from '../platform/saving.ts'
import { texts } from './messages.ts'
import { isSameSearch, showSearch, toParameters, type Wanted } from './wanted.ts'

interface SavedSearchesProps {
  wanted: Wanted
  /** Whether the user may change what the whole production has. */
  mayShare: boolean
}

type Open = { what: 'save' } | { what: 'rename' | 'remove'; search: SavedSearch }

/** The user's own saved searches and those of the production: shown, kept, renamed, changed, deleted. */
export function SavedSearches({ wanted, mayShare }: SavedSearchesProps) {
  const { prId } = wanted
  const searches = useResource(() => Array.fromAsync(listAll(api.savedSearches.listSavedSearches, { prId })), [prId])
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
    <section aria-label={texts('savedSearches')}>
      <h2>{texts('savedSearches')}</h2>
      <Loaded resource={searches}>
        {all => (
          <ul class="tree">
            {all.map(search => (
              <li key={search.id} class="saved-search">
                <Button
                  kind="plain"
                  aria-pressed={isSameSearch(wanted, search.parameters)}
                  onClick={() => showSearch(search.parameters)}
                >
                  <span>{search.name}</span>
                  {search.shared && <span class="field-hint">{texts('ofProduction')}</span>}
                </Button>
                {(mayShare || !search.shared) && (
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
      <Button kind="plain" onClick={() => show({ what: 'save' })}>
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

interface SearchDialogProps extends SavedSearchesProps {
  /** The one to change; absent for a new one. */
  search?: SavedSearch
  onClose: () => void
}

function SearchDialog({ wanted, mayShare, search, onClose }: SearchDialogProps) {
  const { prId } = wanted
  const name = useSignal(search?.name ?? '')
  const isShared = useSignal(search?.shared ?? false)
  const saving = useSaving()
  const save = async () => {
    const body = { name: name.value, shared: isShared.value }
    const isSaved = await saving.run(() =>
      search
        ? api.savedSearches.updateSavedSearch({ prId, id: search.id, body: { ...body, version: search.version } })
        : api.savedSearches.createSavedSearch({ prId, body: { ...body, parameters: toParameters(wanted) } }),
    )
    if (isSaved) onClose()
  }
  return (
    <Dialog title={texts(search ? 'renameSearch' : 'saveSearch')} onClose={onClose}>
      <Form saving={saving} onSubmit={() => void save()}>
        <TextField label={texts('searchName')} required error={saving.at('/name')} {...bind(name)} />
        {mayShare && <CheckField label={texts('shareSearch')} {...bindCheck(isShared)} />}
        <FormError saving={saving} />
        <div class="actions">
          <Button kind="primary" type="submit" disabled={saving.isBusy}>
            {texts('save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
