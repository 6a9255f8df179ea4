import { Button } from '../design/button.tsx'
import { CheckField } from '../design/field.tsx'
import type { Actions } from './actions.ts'
import type { Desk } from './desk.ts'
import { texts } from './messages.ts'
import { setMembers } from './model/edits.ts'
import { StyleBar } from './style-bar.tsx'

const buttons = ['startHere', 'endHere', 'snap', 'playEntry', 'insert', 'splitAtPlayhead', 'merge', 'remove'] as const

/** What is done with the chosen subtitle, how it looks, and the notes to it. */
export function EntryTools({ desk, actions }: { desk: Desk; actions: Actions }) {
  const { editing } = desk
  const row = desk.row.value
  if (!row) return null
  const { entry, key } = row
  const disabled = desk.isReadOnly.value
  return (
    <section class="entry-tools" aria-label={texts('entryTools')}>
      <div class="entry-buttons">
        {buttons.map(name => (
          <Button
            key={name}
            kind={name === 'remove' ? 'danger' : undefined}
            disabled={disabled && name !== 'playEntry'}
            onClick={actions[name]}
          >
            {texts(name)}
          </Button>
        ))}
      </div>
      <StyleBar desk={desk} row={row} />
      <details class="entry-more">
        <summary>{texts('notes')}</summary>
        <textarea
          class="input"
          aria-label={texts('noteText')}
          rows={2}
          readOnly={disabled}
          value={(entry.notes ?? []).join('\n')}
          onInput={({ currentTarget: { value } }) =>
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
      </details>
    </section>
  )
}
