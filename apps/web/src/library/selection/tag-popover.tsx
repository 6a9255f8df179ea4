import { useSignal } from '@preact/signals'
import { Button } from '../../design/fields/button.tsx'
import { TextField } from '../../design/fields/field.tsx'
import { bind } from '../../platform/bind.ts'
import { texts } from '../messages.ts'

/** Adds a tag to the selected clips. */
export function TagForm({ onTag }: { onTag: (tag: string) => void }) {
  const tag = useSignal('')
  return (
    <form
      class="popover-form"
      onSubmit={event => {
        event.preventDefault()
        const value = tag.value.trim()
        if (value === '') return
        tag.value = ''
        onTag(value)
      }}
    >
      <TextField label={texts('tagName')} required {...bind(tag)} />
      <Button type="submit">{texts('apply')}</Button>
    </form>
  )
}
