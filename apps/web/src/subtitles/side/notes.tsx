import { CheckField, TextAreaField } from '../../design/fields/field.tsx'
import type { Desk } from '../editor/desk.ts'
import { texts } from '../messages.ts'
import { setMembers } from '../model/edits.ts'

/** Notes to colleagues about the chosen subtitle, and whether it is only a comment. */
export function Notes({ desk }: { desk: Desk }) {
  const { editing } = desk
  const row = desk.row.value
  if (!row) return <p class="field-hint">{texts('chooseOne')}</p>
  const { entry, key } = row
  const disabled = desk.isReadOnly.value
  return (
    <div class="notes">
      <TextAreaField
        label={texts('noteText')}
        rows={6}
        disabled={disabled}
        value={(entry.notes ?? []).join('\n')}
        onValue={value =>
          editing.change(
            setMembers(editing.rows.value, key, { notes: value === '' ? undefined : value.split('\n') }),
            `notes-${key}`,
          )
        }
      />
      <CheckField
        label={texts('hidden')}
        checked={entry.hidden === true}
        disabled={disabled}
        onValue={hidden => editing.change(setMembers(editing.rows.value, key, { hidden: hidden || undefined }))}
      />
    </div>
  )
}
