import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { assign } from '../../platform/bind.ts'
import { toMessage } from '../../platform/reading/api.ts'
import { texts } from '../messages.ts'
import { keepDraft, readDraft } from './drafts.ts'
import { People } from './people.tsx'
import { findMentionStart, type Person, suggestPeople, toRemark } from './text/remark.ts'

/** What is sent of a comment. */
export type Remark = ReturnType<typeof toRemark>

interface CommentFormProps {
  label: ComponentChildren
  placeholder?: string
  action: string
  people: readonly Person[]
  /** Under what name a half-written one is kept. */
  draft: string
  initial?: string
  /** Whether the cursor goes into it at once. */
  isAwaited?: boolean
  /** Before the text: the frames that it is about. */
  head?: ComponentChildren
  /** Below the text: what goes with it. */
  foot?: ComponentChildren
  /** Who writes, where that is still to be said. */
  signature?: ComponentChildren
  /** Whether all that goes with it is there. */
  isReady?: boolean
  /** What else can be done with what is written. */
  tools?: ComponentChildren
  /** Called with the first character of a text. */
  onBegin?: () => void
  /** Resolves once it is shown; throws what keeps it from being sent. */
  onSend: (remark: Remark) => Promise<void>
  /** Gives up; absent where the field is always there. */
  onCancel?: () => void
}

/** A field for a comment: suggests people after an `@`, chosen by arrow keys or a click; sends with Ctrl and Enter. */
export function CommentForm(props: CommentFormProps) {
  const {
    label,
    placeholder,
    action,
    people,
    draft,
    initial = '',
    isAwaited = false,
    head,
    foot,
    signature,
    isReady = true,
    tools,
    onBegin,
    onSend,
    onCancel,
  } = props
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const typed = useSignal(readDraft(draft) || initial)
  const error = useSignal('')
  /** Where the cursor is; nothing once the suggestions were sent away. */
  const cursor = useSignal<number | undefined>(undefined)
  /** Where the cursor goes with the next text that is shown. */
  const placed = useRef<number | undefined>(undefined)
  const at = useSignal(0)
  const isBusy = useSignal(false)
  const mention = cursor.value === undefined ? undefined : findMentionStart(typed.value, cursor.value)
  const suggested = mention ? suggestPeople(people, mention.word) : []
  const isOpen = suggested.length > 0
  const write = (text: string) => {
    typed.value = text
    keepDraft(draft, text === initial ? '' : text)
  }
  useEffect(() => {
    if (isAwaited) field.current?.focus()
  }, [])
  const send = async () => {
    const sent = typed.value
    const remark = toRemark(sent, people)
    if (remark.description === '' || !isReady || isBusy.value) return
    isBusy.value = true
    error.value = ''
    try {
      await onSend(remark)
      // What was typed after it while its author was introduced is the next one.
      if (typed.value.startsWith(sent)) write(typed.value.slice(sent.length).trimStart())
    } catch (reason) {
      error.value = toMessage(reason)
    } finally {
      isBusy.value = false
    }
  }
  const cancel = () => {
    keepDraft(draft, '')
    onCancel?.()
  }
  const choose = (person: Person | undefined) => {
    if (!mention || !person) return
    const before = `${typed.value.slice(0, mention.from)}@${person.username} `
    write(before + typed.value.slice(cursor.value))
    cursor.value = undefined
    placed.current = before.length
  }
  /** Begins a mention where the cursor is. */
  const mentionSomeone = () => {
    const place = field.current?.selectionStart ?? typed.value.length
    const before = typed.value.slice(0, place)
    const sign = before === '' || /\s$/.test(before) ? '@' : ' @'
    write(before + sign + typed.value.slice(place))
    placed.current = place + sign.length
    cursor.value = placed.current
    field.current?.focus()
  }
  // Before the next key: moved later, the cursor would leave what was typed meanwhile behind it.
  useLayoutEffect(() => {
    if (placed.current === undefined) return
    field.current?.setSelectionRange(placed.current, placed.current)
    placed.current = undefined
  })
  // As high as its text, up to a limit.
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight + 2, 200)}px`
  }, [typed.value])
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
      class="comment-form"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <label class="only-heard" for={id}>
        {label}
      </label>
      <div class="comment-field">
        {head}
        <textarea
          id={id}
          ref={field}
          rows={1}
          placeholder={placeholder}
          aria-autocomplete="list"
          aria-controls={isOpen ? `${id}-people` : undefined}
          aria-activedescendant={isOpen ? `${id}-people-${at.value}` : undefined}
          value={typed.value}
          onInput={event => {
            if (typed.value === '') onBegin?.()
            write(event.currentTarget.value)
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
            else if (event.key === 'Escape' && typed.value === initial) {
              if (onCancel) cancel()
              else event.currentTarget.blur()
            }
          }}
          onBlur={assign(cursor, undefined)}
        />
        {foot}
      </div>
      {typed.value.trim() !== '' && signature}
      {isOpen && <People id={`${id}-people`} people={suggested} at={at.value} onChoose={choose} />}
      {error.value !== '' && (
        <p class="field-error" role="alert">
          {error.value}
        </p>
      )}
      <div class="comment-tools">
        {tools}
        {people.length > 0 && (
          <Button kind="icon" icon="at-sign" aria-label={texts('mention')} onClick={mentionSomeone} />
        )}
        <span class="comment-spring" />
        {onCancel && (
          <Button kind="quiet" small onClick={cancel}>
            {texts('cancel')}
          </Button>
        )}
        <Button
          kind="primary"
          type="submit"
          keys="Ctrl+Enter"
          isBusy={isBusy.value}
          disabled={typed.value.trim() === '' || !isReady}
        >
          {action}
        </Button>
      </div>
    </form>
  )
}
