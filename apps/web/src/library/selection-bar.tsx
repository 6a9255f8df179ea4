import { type Signal, useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import { Button } from '../design/button.tsx'
import { ConfirmDialog, Dialog } from '../design/dialog.tsx'
import { SelectField, TextField } from '../design/field.tsx'
import { tell, tellError } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import { useResource } from '../platform/resource.ts'
import { texts } from './messages.ts'

interface SelectionBarProps {
  prId: number
  selection: Signal<ReadonlyMap<number, number>>
  mayEdit: boolean
  mayDelete: boolean
  onChanged: () => void
}

/** What can be done with the chosen clips together. */
export function SelectionBar({ prId, selection, mayEdit, mayDelete, onChanged }: SelectionBarProps) {
  const open = useSignal<'attach' | 'tag' | 'remove' | undefined>(undefined)
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
  return (
    <div class="selection-bar" role="toolbar" aria-label={texts('selected', { count: selection.value.size })}>
      <strong>{texts('selected', { count: selection.value.size })}</strong>
      {mayEdit && (
        <>
          <Button
            onClick={() => {
              open.value = 'attach'
            }}
          >
            {texts('attach')}
          </Button>
          <Button
            onClick={() => {
              open.value = 'tag'
            }}
          >
            {texts('tag')}
          </Button>
        </>
      )}
      {mayDelete && (
        <Button
          kind="danger"
          onClick={() => {
            open.value = 'remove'
          }}
        >
          {texts('remove')}
        </Button>
      )}
      <Button
        kind="plain"
        onClick={() => {
          selection.value = new Map()
        }}
      >
        {texts('deselect')}
      </Button>
      {open.value === 'attach' && (
        <AttachDialog prId={prId} ids={[...selection.value.keys()]} onClose={close} onDone={finish} />
      )}
      {open.value === 'tag' && (
        <TagDialog prId={prId} ids={[...selection.value.keys()]} onClose={close} onDone={finish} />
      )}
      {open.value === 'remove' && (
        <ConfirmDialog
          title={texts('remove')}
          question={texts('removeQuestion', { count: selection.value.size })}
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

interface SelectionDialogProps {
  prId: number
  ids: readonly number[]
  onClose: () => void
  onDone: () => void
}

/** As many as one call takes. */
const mostAttached = 1000

function AttachDialog({ prId, ids, onClose, onDone }: SelectionDialogProps) {
  const collections = useResource(
    () => Array.fromAsync(listAll(api.collections.listCollections, { prId, query: { sort: 'title asc' } }, 500)),
    [prId],
  )
  const chosen = useSignal<string | undefined>(undefined)
  const options = (collections.data ?? []).map(({ id, title }) => [String(id), title ?? `#${id}`] as const)
  const id = chosen.value ?? options[0]?.[0]
  const attach = async () => {
    for (let from = 0; from < ids.length; from += mostAttached) {
      const body = ids.slice(from, from + mostAttached).map(mediaObjectId => ({ mediaObjectId }))
      await api.collections.attachEntries({ prId, id: Number(id), body, query: atOnce })
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

function TagDialog({ prId, ids, onClose, onDone }: SelectionDialogProps) {
  const tag = useSignal('')
  const apply = async () => {
    const body = [{ op: 'add' as const, path: '/tags/-', value: tag.value }]
    for (const moId of ids) {
      await api.annotations.patchMediaObjectAnnotation({ prId, moId, body, query: moId === ids.at(-1) ? atOnce : {} })
    }
    tell(texts('applied', { count: ids.length }))
    onDone()
  }
  return (
    <Dialog title={texts('tag')} onClose={onClose}>
      <form
        class="form"
        onSubmit={event => {
          event.preventDefault()
          apply().catch(tellError)
        }}
      >
        <TextField
          label={texts('tagName')}
          required
          value={tag.value}
          onValue={value => {
            tag.value = value
          }}
        />
        <div class="actions">
          <Button kind="primary" type="submit">
            {texts('apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The answer comes once a search finds what was changed. */
const atOnce = { waitForIndex: true }
