import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import type { Actions } from './actions.ts'
import type { Desk } from './desk.ts'
import { texts } from './messages.ts'
import { setText } from './model/edits.ts'
import { toText } from './model/rich-text.ts'
import type { Row } from './model/rows.ts'

interface SubtitleTextProps {
  desk: Desk
  row: Row
  actions: Actions
  describedBy: string
}

/** The text of the chosen subtitle. Every letter counts at once; Backspace before the first one joins it with the one above. */
export function SubtitleText({ desk, row, actions, describedBy }: SubtitleTextProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { editing, marked, wanted } = desk
  const text = toText(row.entry.textParts)
  const wish = wanted.value
  // Before the next key, which is meant for the text.
  useLayoutEffect(() => {
    const element = field.current
    if (!element || wish?.key !== row.key) return
    wanted.value = undefined
    const at = Math.min(wish.at, element.value.length)
    element.focus()
    element.setSelectionRange(at, at)
    marked.value = { from: at, to: at }
  }, [wish, row.key])
  const note = () => {
    const { selectionStart: from, selectionEnd: to } = field.current ?? { selectionStart: 0, selectionEnd: 0 }
    if (from !== marked.value.from || to !== marked.value.to) marked.value = { from, to }
  }
  // The event of the field itself tells of marked text only, not of a cursor that moves.
  useEffect(() => {
    note()
    document.addEventListener('selectionchange', note)
    return () => document.removeEventListener('selectionchange', note)
  }, [row.key])
  return (
    <div class="field">
      <label for={id}>{texts('text')}</label>
      <textarea
        id={id}
        ref={field}
        class="input subtitle-text"
        data-subtitle-text
        rows={3}
        lang={desk.language}
        dir="auto"
        value={text}
        readOnly={desk.isReadOnly.value}
        aria-describedby={describedBy}
        onInput={({ currentTarget }) => {
          editing.change(setText(editing.rows.value, row.key, currentTarget.value), `text-${row.key}`)
        }}
        onBlur={note}
        onKeyDown={event => {
          // A browser tells of a moved cursor when it has time; the key that is pressed now may be meant for where it is.
          note()
          const { selectionStart, selectionEnd } = event.currentTarget
          if (selectionStart !== selectionEnd || event.isComposing) return
          if (event.key === 'Backspace' && selectionStart === 0) {
            event.preventDefault()
            actions.mergeBack()
          } else if (event.key === 'Delete' && selectionEnd === text.length) {
            event.preventDefault()
            actions.merge()
          }
        }}
      />
    </div>
  )
}
