import { useSignal } from '@preact/signals'
import type { Production } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { TextField } from '../design/fields/field.tsx'
import { FormDialog } from '../design/fields/form.tsx'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { assign, bind } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { navigate } from '../platform/router.tsx'
import { useSaving } from '../platform/writes/saving.ts'
import { texts } from './messages.ts'

/** Deletes a production once its name is typed; it can be restored. */
export function DeleteProduction({ production }: { production: Production }) {
  const { id: prId, name = '' } = production
  const isOpen = useSignal(false)
  const typed = useSignal('')
  const saving = useSaving()
  const isSure = typed.value.trim() === name
  const remove = async () => {
    if (!isSure) return
    if (!(await saving.run(() => api.productions.deleteProduction({ prId })))) return
    const restore = async () => {
      await api.productions.restoreProduction({ prId })
      tell(texts('wasRestored', { name }))
    }
    tell(texts('wasDeleted', { name }), 'info', [
      { text: texts('restore'), onChoose: () => void restore().catch(tellError) },
    ])
    navigate('/app')
  }
  return (
    <section class="setting">
      <h2>{texts('deleteProduction')}</h2>
      <p>{texts('deleteHint')}</p>
      <div>
        <Button kind="danger" onClick={assign(isOpen, true)}>
          {texts('deleteProduction')}
        </Button>
      </div>
      {isOpen.value && (
        <FormDialog
          title={texts('deleteProduction')}
          onClose={assign(isOpen, false)}
          saving={saving}
          isFleeting
          onSubmit={remove}
          action={texts('deleteProduction')}
          kind="danger"
          isDisabled={!isSure}
        >
          <TextField label={texts('typeName', { name })} autocomplete="off" required {...bind(typed)} />
        </FormDialog>
      )}
    </section>
  )
}
