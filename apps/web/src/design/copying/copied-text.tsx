import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Button } from '../fields/button.tsx'
import { texts } from '../messages.ts'
import { copyText } from './copy-text.ts'

/** How long the button says that it has copied. */
const toldMs = 3000

interface CopiedTextProps {
  label: string
  value: string
  hint?: string | undefined
}

/** A text to take along: read only, chosen as a whole by a click, with a button that copies it. */
export function CopiedText({ label, value, hint }: CopiedTextProps) {
  const id = useId()
  const isCopied = useSignal(false)
  const copy = async () => {
    await copyText(value)
    isCopied.value = true
    setTimeout(() => {
      isCopied.value = false
    }, toldMs)
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="copied-text">
        <input
          id={id}
          class="input"
          readOnly
          value={value}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onFocus={event => event.currentTarget.select()}
        />
        <Button onClick={() => void copy()}>{texts('copy')}</Button>
      </div>
      {hint !== undefined && (
        <span class="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <span class="field-hint" role="status">
        {isCopied.value && texts('copied')}
      </span>
    </div>
  )
}
