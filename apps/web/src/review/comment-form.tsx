import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { Button } from '../design/button.tsx'
import { tellError } from '../design/toasts.tsx'
import { texts } from './messages.ts'
import { findMentionStart, type Person, toRemark } from './remark.ts'

/** What is sent of a comment. */
export type Remark = ReturnType<typeof toRemark>

interface CommentFormProps {
  label: string
  action: string
  people: readonly Person[]
  initial?: string
  /** Called when one begins to write. */
  onBegin?: () => void
  onSend: (remark: Remark) => Promise<void>
}

/** A field for a comment: suggests people after an `@`, sends with Ctrl and Enter. */
export function CommentForm({ label, action, people, initial = '', onBegin, onSend }: CommentFormProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const typed = useSignal(initial)
  const cursor = useSignal(0)
  const isBusy = useSignal(false)
  const mention = findMentionStart(typed.value, cursor.value)
  const suggested = mention ? suggest(people, mention.word) : []
  const send = async () => {
    const remark = toRemark(typed.value, people)
    if (remark.description === '' || isBusy.value) return
    isBusy.value = true
    try {
      await onSend(remark)
      typed.value = ''
    } catch (error) {
      tellError(error)
    } finally {
      isBusy.value = false
    }
  }
  const choose = ({ username }: Person) => {
    if (!mention) return
    typed.value = `${typed.value.slice(0, mention.from)}@${username} ${typed.value.slice(cursor.value)}`
    cursor.value = 0
    field.current?.focus()
  }
  return (
    <form
      class="comment-form"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <label for={id}>{label}</label>
      <textarea
        id={id}
        ref={field}
        class="input"
        rows={2}
        value={typed.value}
        onFocus={onBegin}
        onInput={event => {
          typed.value = event.currentTarget.value
          cursor.value = event.currentTarget.selectionStart
        }}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
        }}
      />
      {suggested.length > 0 && (
        <ul class="comment-people" aria-label={texts('people')}>
          {suggested.map(person => (
            <li key={person.id}>
              <Button kind="plain" onClick={() => choose(person)}>
                {person.name} <span class="field-hint">@{person.username}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div class="actions">
        <Button kind="primary" type="submit" disabled={isBusy.value || typed.value.trim() === ''}>
          {action}
        </Button>
      </div>
    </form>
  )
}

function suggest(people: readonly Person[], word: string): Person[] {
  const wanted = word.toLowerCase()
  return people
    .filter(({ username, name }) => username.toLowerCase().startsWith(wanted) || name.toLowerCase().includes(wanted))
    .slice(0, 6)
}
