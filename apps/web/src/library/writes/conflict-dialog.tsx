import { useSignal } from '@preact/signals'
import '../selection/selection.css'
import { Button } from '../../design/fields/button.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { assign } from '../../platform/bind.ts'
import { texts } from '../selection/messages.ts'
import { type Conflict, conflict } from './conflict.ts'

/** Somebody else has changed the same value: both are shown, one of them is chosen. */
export function ConflictDialog({ conflict: { name, mine, theirs, keep, take } }: { conflict: Conflict }) {
  const isMine = useSignal(true)
  const close = assign(conflict, undefined)
  const choice = (wanted: boolean, value: unknown) => (
    <label class="conflict-choice" data-chosen={isMine.value === wanted || undefined}>
      <input
        type="radio"
        name="conflict"
        checked={isMine.value === wanted}
        onChange={assign(isMine, wanted)}
        autofocus={wanted}
      />
      <span>
        {toText(value)} <span class="field-hint">{texts(wanted ? 'yours' : 'theirs')}</span>
      </span>
    </label>
  )
  return (
    <Dialog title={texts('changedByOther', { field: name })} onClose={close}>
      <form
        class="form"
        onSubmit={event => {
          event.preventDefault()
          close()
          if (isMine.value) keep()
          else take()
        }}
      >
        {choice(true, mine)}
        {choice(false, theirs)}
        <div class="actions">
          <Button kind="primary" type="submit">
            {texts('keepSelected')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function toText(value: unknown): string {
  const text = [value ?? []].flat().join(', ')
  return text === '' ? texts('emptyValue') : text
}
