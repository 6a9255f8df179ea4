import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { SelectField } from '../design/field.tsx'
import { tell, tellError } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import { useResource } from '../platform/resource.ts'
import { texts } from './messages.ts'

export interface SelectionDialogProps {
  prId: number
  ids: readonly number[]
  onClose: () => void
  onDone: () => void
}

/** As many as one call takes. */
const mostAttached = 1000

/** Puts the chosen clips into a collection. */
export function AttachDialog({ prId, ids, onClose, onDone }: SelectionDialogProps) {
  const collections = useResource(
    () => Array.fromAsync(listAll(api.collections.listCollections, { prId, query: { sort: 'title asc' } }, 500)),
    [prId],
  )
  const chosen = useSignal<string | undefined>(undefined)
  const options = (collections.data ?? [])
    .filter(({ funnel }) => funnel !== 'SelectionShare')
    .map(({ id, title }) => [String(id), title ?? `#${id}`] as const)
  const id = chosen.value ?? options[0]?.[0]
  const attach = async () => {
    for (let from = 0; from < ids.length; from += mostAttached) {
      const body = ids.slice(from, from + mostAttached).map(mediaObjectId => ({ mediaObjectId }))
      await api.collections.attachEntries({ prId, id: Number(id), body, query: { waitForIndex: true } })
    }
    tell(texts('applied', { count: ids.length }))
    onDone()
  }
  return (
    <Dialog title={texts('attach')} onClose={onClose}>
      <form
        class="form"
        onSubmit={event => {
          event.preventDefault()
          attach().catch(tellError)
        }}
      >
        <SelectField
          label={texts('collections')}
          value={id ?? ''}
          options={options}
          onValue={value => {
            chosen.value = value
          }}
        />
        <div class="actions">
          <Button kind="primary" type="submit" disabled={id === undefined}>
            {texts('apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
