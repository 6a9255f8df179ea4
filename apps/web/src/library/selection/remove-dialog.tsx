import { ConfirmDialog } from '../../design/floating/dialog.tsx'
import { nameClips } from '../../platform/clip-names.ts'
import { useResource } from '../../platform/reading/resource.ts'
import type { ClipActions } from './clip-actions.ts'
import { texts } from './messages.ts'

interface RemoveDialogProps {
  actions: ClipActions
  ids: readonly number[]
  onClose: () => void
}

const maxNamed = 3

/** Asks before clips are deleted: how many, and which. */
export function RemoveDialog({ actions, ids, onClose }: RemoveDialogProps) {
  const { prId, found } = actions.options
  const named = ids.slice(0, maxNamed)
  // Those in sight have their names here, with or without a connection.
  const unknown = named.filter(id => found.find(id) === undefined)
  const names = useResource(signal => nameClips(prId, unknown, signal), [prId, unknown.join()])
  const list = named.map(id => found.find(id)?.name ?? names.data?.get(id) ?? `#${id}`).join(', ')
  const rest = ids.length - named.length
  return (
    <ConfirmDialog
      title={texts('removeTitle', { count: ids.length })}
      question={`${rest > 0 ? texts('namedAndMore', { names: list, count: rest }) : list}. ${texts('removeQuestion')}`}
      action={texts('removeAction', { count: ids.length })}
      onConfirm={() => actions.remove(ids)}
      onClose={onClose}
    />
  )
}
