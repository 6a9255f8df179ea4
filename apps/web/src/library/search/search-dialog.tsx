import { useSignal } from '@preact/signals'
import type { SavedSearch } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { CheckField, TextField } from '../../design/fields/field.tsx'
import { Form, FormError } from '../../design/fields/form.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { bind, bindCheck } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { texts } from '../messages.ts'
import { texts as ownTexts } from './messages.ts'
import { toParameters, type Wanted } from './wanted.ts'

interface SearchDialogProps {
  wanted: Wanted
  /** Whether the user may change what the whole production has. */
  mayShare: boolean
  /** The one to change; absent for a new one. */
  search?: SavedSearch
  onClose: () => void
}

/** Names what is searched for, to find it again. */
export function SearchDialog({ wanted, mayShare, search, onClose }: SearchDialogProps) {
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
        <TextField label={ownTexts('searchName')} required error={saving.at('/name')} {...bind(name)} />
        {mayShare && <CheckField label={ownTexts('shareSearch')} {...bindCheck(isShared)} />}
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
