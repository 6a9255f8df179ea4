import { useSignal } from '@preact/signals'
import { Button } from '../../design/fields/button.tsx'
import { TextField } from '../../design/fields/field.tsx'
import { bind } from '../../platform/bind.ts'
import { readTags } from '../../platform/tags.ts'
import { texts } from './messages.ts'

/** Adds tags to the selected clips: commas divide them, as everywhere. */
export function TagForm({ onTags }: { onTags: (tags: readonly string[]) => void }) {
  const tag = useSignal('')
  return (
    <form
      class="popover-form"
      onSubmit={event => {
        event.preventDefault()
        const tags = readTags(tag.value)
        if (tags.length === 0) return
        tag.value = ''
        onTags(tags)
      }}
    >
      <TextField label={texts('tagName')} required {...bind(tag)} />
      <Button type="submit">{texts('apply')}</Button>
    </form>
  )
}
