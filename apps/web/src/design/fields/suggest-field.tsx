import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { tellError } from '../floating/toasts.tsx'
import { describe, FieldFrame, type Labelled } from './field.tsx'
import { useTouch } from './form.tsx'
import './suggest-field.css'

/** Something that may be chosen: `text` is what people read. */
export interface Suggestion {
  readonly key: string
  readonly text: string
}

interface SuggestFieldProps<T extends Suggestion> extends Labelled {
  /** The content of the field while nobody types. */
  value: string
  suggest: (typed: string, signal: AbortSignal) => Promise<readonly T[]>
  onChoose: (chosen: T) => void
  /** Told when the field is emptied. */
  onClear?: () => void
  /** Said when nothing fits. */
  none: string
  required?: boolean
  disabled?: boolean
}

/** Keys come faster than answers. */
const gatherMs = 150

/** A text field that offers what fits what is typed; only what is offered can be chosen, by mouse, touch or arrow keys. */
export function SuggestField<T extends Suggestion>(props: SuggestFieldProps<T>) {
  const { label, hint, error, value, suggest, onChoose, onClear, none, required = false, disabled = false } = props
  const id = useId()
  const touch = useTouch()
  const typed = useSignal<string | undefined>(undefined)
  const offered = useSignal<readonly T[] | undefined>(undefined)
  const at = useSignal(0)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const text = typed.value
    if (text === undefined) return undefined
    const stopper = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const found = await suggest(text, stopper.signal)
        if (stopper.signal.aborted) return
        offered.value = found
        at.value = 0
      } catch (error) {
        if (!stopper.signal.aborted) tellError(error)
      }
    }, gatherMs)
    return () => {
      clearTimeout(timer)
      stopper.abort()
    }
  }, [typed.value])
  /** What was offered for another text is gone at once: the next key would choose of it. */
  const type = (text: string | undefined) => {
    typed.value = text
    offered.value = undefined
  }
  const close = () => type(undefined)
  const choose = (chosen: T | undefined) => {
    if (chosen === undefined) return
    touch()
    onChoose(chosen)
    close()
  }
  const move = (by: number) => {
    const count = offered.value?.length ?? 0
    if (typed.value === undefined) type('')
    if (count > 0) at.value = (at.value + by + count) % count
    list.current?.children[at.value]?.scrollIntoView({ block: 'nearest' })
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => choose(offered.value?.[at.value]),
    Escape: close,
  }
  const isOpen = (offered.value?.length ?? 0) > 0
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id}>
      <div class="suggest">
        <input
          {...describe(id, { label, hint, error })}
          class="input"
          role="combobox"
          autocomplete="off"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen ? `${id}-${at.value}` : undefined}
          required={required}
          disabled={disabled}
          value={typed.value ?? value}
          onInput={event => {
            type(event.currentTarget.value)
            if (typed.value === '') onClear?.()
          }}
          onKeyDown={event => {
            const act = keys[event.key]
            if (!act || (typed.value === undefined && !event.key.startsWith('Arrow'))) return
            event.preventDefault()
            event.stopPropagation()
            act()
          }}
          onBlur={close}
        />
        {offered.value?.length === 0 && (
          <div class="suggest-list field-hint" role="status">
            <span>{none}</span>
          </div>
        )}
        {isOpen && (
          <div class="suggest-list" role="listbox" id={`${id}-list`} aria-label={label} ref={list}>
            {offered.value?.map((offer, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus stays in the field, whose keys move among the options
              <div
                key={offer.key}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === at.value}
                // The field would lose the focus, and with it the list would go before it is clicked.
                onMouseDown={event => event.preventDefault()}
                onClick={() => choose(offer)}
              >
                {offer.text}
              </div>
            ))}
          </div>
        )}
      </div>
    </FieldFrame>
  )
}
