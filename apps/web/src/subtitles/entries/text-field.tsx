import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Actions } from '../editor/actions.ts'
import type { Desk } from '../editor/desk.ts'
import { texts } from '../messages.ts'
import { setText } from '../model/edits.ts'
import { toText } from '../model/rich-text.ts'
import type { Row } from '../model/rows.ts'
import { FoundText, useFound } from './found-text.tsx'

interface SubtitleTextProps {
  desk: Desk
  row: Row
  actions: Actions
  /** Ids of what is said about the text elsewhere. */
  describedBy: string
}

/** Keys with Ctrl that fields have for themselves and subtitles for all of them. */
const ofHistory: Readonly<Record<string, 'undo' | 'redo'>> = { z: 'undo', 'Shift+z': 'redo', y: 'redo' }

/** The text of the chosen subtitle, at its place in the list. Every letter counts at once. */
export function SubtitleText({ desk, row, actions, describedBy }: SubtitleTextProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const ground = useRef<HTMLSpanElement>(null)
  const { editing, marked, wanted, written } = desk
  const text = toText(row.entry.textParts)
  const found = useFound(desk.hits, row.key)
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
  // Rows that come or go above take the field away and render another one: who writes in it writes on.
  useLayoutEffect(() => {
    const element = field.current
    return () => {
      const isLost = element !== null && element === document.activeElement
      if (isLost && editing.chosen.peek() === row.key && !wanted.peek()) {
        wanted.value = { key: row.key, at: element.selectionStart }
      } else if (written.peek() === row.key) {
        written.value = undefined
      }
    }
  }, [row.key])
  const note = () => {
    const { selectionStart: from, selectionEnd: to } = field.current ?? { selectionStart: 0, selectionEnd: 0 }
    if (from !== marked.value.from || to !== marked.value.to) marked.value = { from, to }
  }
  // The event of the field itself reports marked text only, not a cursor that moves.
  useEffect(() => {
    note()
    document.addEventListener('selectionchange', note)
    return () => document.removeEventListener('selectionchange', note)
  }, [row.key])
  const onKeyDown = (event: KeyboardEvent) => {
    // A browser reports a moved cursor when it has time; the key that is pressed now may be meant for where it is.
    note()
    if (event.isComposing) return
    const act = findAction(event, field.current)
    if (!act) return
    event.preventDefault()
    actions[act]()
  }
  return (
    <span class="subtitle-field">
      {found && (
        // A field shows no marks of its own: they are below its letters.
        <span class="subtitle-found" ref={ground} aria-hidden="true" dir="auto" lang={desk.language}>
          <FoundText text={text} found={found} />
        </span>
      )}
      <textarea
        ref={field}
        class="subtitle-text"
        data-subtitle-text
        rows={Math.max(2, text.split('\n').length)}
        lang={desk.language}
        dir="auto"
        aria-label={texts('text')}
        aria-describedby={describedBy}
        spellcheck
        value={text}
        readOnly={desk.isReadOnly.value}
        onInput={({ currentTarget }) => {
          editing.change(setText(editing.rows.value, row.key, currentTarget.value), `text-${row.key}`)
        }}
        onFocus={() => {
          written.value = row.key
        }}
        onBlur={({ currentTarget }) => {
          note()
          // A window that loses the focus keeps it for this field.
          if (written.value === row.key && document.activeElement !== currentTarget) written.value = undefined
        }}
        onScroll={({ currentTarget }) => ground.current?.scrollTo(currentTarget.scrollLeft, 0)}
        onKeyDown={onKeyDown}
      />
    </span>
  )
}

/** What a key does that means something else in other fields, or at the ends of the text. */
function findAction(event: KeyboardEvent, field: HTMLTextAreaElement | null): keyof Actions | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if ((ctrlKey || metaKey) && !altKey) return ofHistory[`${shiftKey ? 'Shift+' : ''}${key.toLowerCase()}`]
  if (key === 'Escape') return 'leaveText'
  if (!field || field.selectionStart !== field.selectionEnd || altKey) return undefined
  if (key === 'Backspace' && field.selectionStart === 0) return 'mergeBack'
  return key === 'Delete' && field.selectionEnd === field.value.length ? 'merge' : undefined
}
