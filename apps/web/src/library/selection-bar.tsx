import { type Signal, useSignal } from '@preact/signals'
import { Button } from '../design/button.tsx'
import { ConfirmDialog } from '../design/dialog.tsx'
import { tell, tellError } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import { assign } from '../platform/bind.ts'
import { Link } from '../platform/router.tsx'
import { ShareSelection } from '../shares/share-selection.tsx'
import { applyToClips } from './apply-to-clips.ts'
import { AttachDialog } from './attach-dialog.tsx'
import { FieldsDialog, TagDialog } from './change-dialog.tsx'
import { texts } from './messages.ts'

interface SelectionBarProps {
  prId: number
  /** Ids of the chosen clips, each with that of its annotation. */
  selection: Signal<ReadonlyMap<number, number>>
  /** The collection that is shown. */
  collection: number | undefined
  /** How many clips are found in all. */
  total: number
  mayEdit: boolean
  mayDelete: boolean
  mayShare: boolean
  onSelectAll: () => Promise<void>
  onChanged: () => void
}

/** What can be done with the chosen clips together. */
export function SelectionBar(props: SelectionBarProps) {
  const { prId, selection, collection, total, mayEdit, mayDelete, mayShare, onSelectAll, onChanged } = props
  const open = useSignal<'attach' | 'tag' | 'fields' | 'share' | 'remove' | undefined>(undefined)
  const isSelecting = useSignal(false)
  const ids = [...selection.value.keys()]
  const close = () => {
    open.value = undefined
  }
  const finish = () => {
    close()
    selection.value = new Map()
    onChanged()
  }
  const remove = async () => {
    const actions = [
      { action: 'DELETE' as const, ids: [...selection.value.values()], options: { detachAssemble: true } },
    ]
    await api.annotations.startBulkWorkflow({ prId, body: { actions, waitForIndex: true } })
    tell(texts('removed'))
    finish()
  }
  const takeOut = async (id: number) => {
    const stopper = new AbortController()
    const { done, refusals } = await applyToClips(
      [...selection.value.values()],
      annotationId => api.collections.detachEntry({ prId, id, annotationId, query: { waitForIndex: true } }),
      { signal: stopper.signal, onProgress: () => {} },
    )
    if (done > 0) tell(texts('takenOut', { count: done }))
    for (const [reason, count] of refusals) tell(texts('refused', { count, reason }), 'error')
    finish()
  }
  const opener = (what: NonNullable<typeof open.value>, kind?: 'danger') => (
    <Button kind={kind} onClick={assign(open, what)}>
      {texts(what === 'fields' ? 'editFields' : what)}
    </Button>
  )
  const dialog = { prId, ids, onClose: close, onDone: finish }
  return (
    <div class="selection-bar" role="toolbar" aria-label={texts('selected', { count: ids.length })}>
      <strong>{texts('selected', { count: ids.length })}</strong>
      {ids.length < total && (
        <Button
          disabled={isSelecting.value}
          onClick={() => {
            isSelecting.value = true
            onSelectAll()
              .catch(tellError)
              .finally(() => {
                isSelecting.value = false
              })
          }}
        >
          {texts('selectAll', { count: total })}
        </Button>
      )}
      {mayEdit && (
        <>
          {opener('attach')}
          {collection !== undefined && (
            <Button onClick={() => void takeOut(collection).catch(tellError)}>{texts('takeOut')}</Button>
          )}
          {opener('tag')}
          {opener('fields')}
        </>
      )}
      {mayShare && opener('share')}
      {ids.length === 2 && (
        <Link class="button" href={`/app/production/${prId}/compare?a=${ids[0]}&b=${ids[1]}`}>
          {texts('compare')}
        </Link>
      )}
      {mayDelete && opener('remove', 'danger')}
      <Button
        kind="plain"
        onClick={() => {
          selection.value = new Map()
        }}
      >
        {texts('deselect')}
      </Button>
      {open.value === 'attach' && <AttachDialog {...dialog} />}
      {open.value === 'tag' && <TagDialog {...dialog} />}
      {open.value === 'fields' && <FieldsDialog {...dialog} />}
      {open.value === 'share' && <ShareSelection prId={prId} ids={ids} onClose={close} />}
      {open.value === 'remove' && (
        <ConfirmDialog
          title={texts('remove')}
          question={texts('removeQuestion', { count: ids.length })}
          action={texts('remove')}
          onConfirm={() => {
            remove().catch(tellError)
          }}
          onClose={close}
        />
      )}
    </div>
  )
}
