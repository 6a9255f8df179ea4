import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../design/button.tsx'
import { tellError } from '../design/toasts.tsx'
import { assign } from '../platform/bind.ts'
import { watchForm } from '../platform/unsaved.ts'
import { texts } from './messages.ts'
import { People } from './people.tsx'
import { findMentionStart, type Person, suggestPeople, toRemark } from './remark.ts'

/** What is sent of a comment. */
export type Remark = ReturnType<typeof toRemark>

interface CommentFormProps {
  label: string
  action: string
  people: readonly Person[]
  initial?: string
  /** Whether the cursor goes into it at once. */
  isAwaited?: boolean
  /** What else can be done with what is written. */
  tools?: ComponentChildren
  /** Called when one begins to write. */
  onBegin?: () => void
  onSend: (remark: Remark) => Promise<void>
  /** Gives up; absent where the field is always there. */
  onCancel?: () => void
}

/** A field for a comment: suggests people after an `@`, chosen by arrow keys or a click; sends with Ctrl and Enter. */
export function CommentForm(props: CommentFormProps) {
  const { label, action, people, initial = '', isAwaited = false, tools, onBegin, onSend, onCancel } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const typed = useSignal(initial)
  /** Where the cursor stands; nothing once the suggestions were sent away. */
  const cursor = useSignal<number | undefined>(undefined)
  /** Where the cursor goes with the next text that is shown. */
  const placed = useRef<number | undefined>(undefined)
  const at = useSignal(0)
  const isBusy = useSignal(false)
  const mention = cursor.value === undefined ? undefined : findMentionStart(typed.value, cursor.value)
  const suggested = mention ? suggestPeople(people, mention.word) : []
  const isOpen = suggested.length > 0
  const latest = useRef(typed)
  latest.current = typed
  useLayoutEffect(() => {
    if (!form.current) return undefined
    return watchForm(form.current, () => latest.current.value.trim() !== initial.trim())
  }, [initial])
  useEffect(() => {
    if (isAwaited) field.current?.focus()
  }, [])
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
  const choose = (person: Person | undefined) => {
    if (!mention || !person) return
    const before = `${typed.value.slice(0, mention.from)}@${person.username} `
    typed.value = before + typed.value.slice(cursor.value)
    cursor.value = undefined
    placed.current = before.length
  }
  // Before the next key: moved later, the cursor would leave what was typed meanwhile behind it.
  useLayoutEffect(() => {
    if (placed.current === undefined) return
    field.current?.setSelectionRange(placed.current, placed.current)
    placed.current = undefined
  })
  const move = (by: number) => {
    at.value = (at.value + by + suggested.length) % suggested.length
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => choose(suggested[at.value]),
    Escape: () => {
      cursor.value = undefined
    },
  }
  return (
    <form
      ref={form}
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
        placeholder={people.length > 0 ? texts('writeHint') : texts('tagHint')}
        aria-autocomplete="list"
        aria-controls={isOpen ? `${id}-people` : undefined}
        aria-activedescendant={isOpen ? `${id}-people-${at.value}` : undefined}
        value={typed.value}
        onFocus={onBegin}
        onInput={event => {
          typed.value = event.currentTarget.value
          cursor.value = event.currentTarget.selectionStart
          at.value = 0
        }}
        onKeyDown={event => {
          const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
          const act = isOpen && isPlain ? keys[event.key] : undefined
          if (act) {
            event.preventDefault()
            act()
          } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
          else if (event.key === 'Escape' && typed.value === initial) onCancel?.()
        }}
        onBlur={assign(cursor, undefined)}
      />
      {isOpen && <People id={`${id}-people`} people={suggested} at={at.value} onChoose={choose} />}
      <div class="actions">
        {tools && <div class="comment-tools">{tools}</div>}
        {onCancel && (
          <Button kind="plain" onClick={onCancel}>
            {texts('cancel')}
          </Button>
        )}
        <Button kind="primary" type="submit" disabled={isBusy.value || typed.value.trim() === ''}>
          {action}
        </Button>
      </div>
    </form>
  )
}
