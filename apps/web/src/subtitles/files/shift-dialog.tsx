import { useSignal } from '@preact/signals'
import { Button } from '../../design/fields/button.tsx'
import { SelectField, TextField } from '../../design/fields/field.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { bind } from '../../platform/bind.ts'
import { readTimecode } from '../../player/times/typed-timecode.ts'
import type { Desk } from '../editor/desk.ts'
import { texts } from '../messages.ts'
import { findSlack, shiftRows } from '../model/edits.ts'

interface ShiftDialogProps {
  desk: Desk
  onClose: () => void
}

type From = 'all' | 'chosen' | 'playhead'

/** Moves all subtitles, or those from a place on; a move that would push one out of the clip is not made. */
export function ShiftDialog({ desk, onClose }: ShiftDialogProps) {
  const { editing, film, format } = desk
  const from = useSignal<From>('all')
  const typed = useSignal('')
  const sign = useSignal('1')
  const error = useSignal<string | undefined>(undefined)
  const choices: [From, string][] = [
    ['all', texts('shiftAll')],
    ...(desk.row.value ? [['chosen', texts('shiftChosen')] as [From, string]] : []),
    ['playhead', texts('shiftPlayhead')],
  ]
  const submit = () => {
    // A length of time has no start timecode.
    const frames = readTimecode(typed.value, { ...format, pictures: undefined, startTimecode: 0 })
    if (frames === undefined) {
      error.value = texts('noTime')
      return
    }
    const by = frames * Number(sign.value)
    const starts = { all: 0, chosen: desk.row.value?.entry.start ?? 0, playhead: film.frame.value }
    const start = starts[from.value]
    const slack = findSlack(editing.rows.value, start, film.frameCount)
    if (slack && (by < -slack.back || by > slack.on)) {
      error.value = texts('shiftTooFar', { back: slack.back, on: slack.on })
      return
    }
    editing.change(shiftRows(editing.rows.value, start, by))
    onClose()
  }
  return (
    <Dialog title={texts('shift')} onClose={onClose}>
      <form
        class="form"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <SelectField label={texts('shiftWhich')} options={choices} {...bind(from)} />
        <SelectField
          label={texts('shiftWay')}
          options={[
            ['1', texts('later')],
            ['-1', texts('earlier')],
          ]}
          {...bind(sign)}
        />
        <TextField
          label={texts('shiftBy')}
          hint={texts('shiftHint')}
          required
          value={typed.value}
          error={error.value}
          onValue={value => {
            typed.value = value
            error.value = undefined
          }}
        />
        <div class="actions">
          <Button onClick={onClose}>{texts('close')}</Button>
          <Button kind="primary" type="submit">
            {texts('shiftIt')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
