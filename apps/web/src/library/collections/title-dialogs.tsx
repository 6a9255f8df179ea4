import { useSignal } from '@preact/signals'
import type { EditorialObject } from '@rushes/contract'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormEnd } from '../../design/form.tsx'
import { tellError } from '../../design/toasts.tsx'
import { api } from '../../platform/api.ts'
import { bind } from '../../platform/bind.ts'
import { useSaving } from '../../platform/saving.ts'
import { texts } from '../messages.ts'

/** "`Draft` … may only be the child of a Notebook": below a chosen notebook a draft is made. */
export function NewCollection({
  prId,
  parentId,
  onClose,
}: {
  prId: number
  parentId: number | undefined
  onClose: () => void
}) {
  const title = useSignal('')
  return (
    <Dialog title={texts('newCollection')} onClose={onClose}>
      <form
        class="form"
        onSubmit={event => {
          event.preventDefault()
          const body = {
            title: title.value,
            ...(parentId === undefined ? {} : { parentId, objectType: 'Draft' as const }),
          }
          api.collections.createCollection({ prId, body }).then(onClose, tellError)
        }}
      >
        <TextField label={texts('title')} required {...bind(title)} />
        <div class="actions">
          <Button kind="primary" type="submit">
            {texts('create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface RenameCollectionProps {
  prId: number
  collection: EditorialObject
  onClose: () => void
}

export function RenameCollection({ prId, collection, onClose }: RenameCollectionProps) {
  const title = useSignal(collection.title ?? '')
  const saving = useSaving()
  const save = async () => {
    const body = [{ op: 'add' as const, path: '/title', value: title.value }]
    if (await saving.run(() => api.collections.patchCollection({ prId, id: collection.id, body }))) onClose()
  }
  return (
    <Dialog title={texts('renameSearch')} onClose={onClose}>
      <Form saving={saving} onSubmit={() => void save()}>
        <TextField label={texts('title')} required error={saving.at('/title')} {...bind(title)} />
        <FormEnd saving={saving} />
      </Form>
    </Dialog>
  )
}
