import { ConfirmDialog } from '../../design/dialog.tsx'
import { tell, tellError } from '../../design/toasts.tsx'
import { api } from '../../platform/api.ts'
import { nameClips } from '../../platform/clip-names.ts'
import { useResource } from '../../platform/resource.ts'
import { texts } from '../messages.ts'
import type { ClipSelection } from './clip-selection.ts'
import type { SelectionDialogProps } from './dialog-props.ts'

const mostNamed = 3

/** Asks before clips are deleted: how many, and which. */
export function RemoveDialog(props: SelectionDialogProps & { selection: ClipSelection }) {
  const { prId, ids, selection, onClose, onDone } = props
  const named = ids.slice(0, mostNamed)
  const names = useResource(signal => nameClips(prId, named, signal), [prId, named.join()])
  const list = named.map(id => names.data?.get(id) ?? `#${id}`).join(', ')
  const rest = ids.length - named.length
  const remove = async () => {
    const options = { detachAssemble: true }
    const actions = [{ action: 'DELETE' as const, ids: selection.annotationIds, options }]
    await api.annotations.startBulkWorkflow({ prId, body: { actions, waitForIndex: true } })
    tell(texts('removed'))
    onDone()
  }
  return (
    <ConfirmDialog
      title={texts('removeTitle', { count: ids.length })}
      question={`${rest > 0 ? texts('namedAndMore', { names: list, count: rest }) : list}. ${texts('removeQuestion')}`}
      action={texts('removeAction', { count: ids.length })}
      onConfirm={() => {
        remove().catch(tellError)
      }}
      onClose={onClose}
    />
  )
}
