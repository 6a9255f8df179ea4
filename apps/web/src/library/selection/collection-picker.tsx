import { useSignal } from '@preact/signals'
import { Button } from '../../design/fields/button.tsx'
import { TextField } from '../../design/fields/field.tsx'
import { bind } from '../../platform/bind.ts'
import type { Collection } from '../collections/collection.ts'
import { listPaths } from '../collections/paths.ts'
import { texts as dialogTexts } from './messages.ts'

interface CollectionPickerProps {
  collections: readonly Collection[]
  onChoose: (id: number) => void
  onCreate: (title: string) => void
}

const mostShown = 40

/** A collection of those there are, by the beginning of a word of its title, or a new one. */
export function CollectionPicker({ collections, onChoose, onCreate }: CollectionPickerProps) {
  const typed = useSignal('')
  const wanted = typed.value.trim().toLowerCase()
  const all = listPaths(collections)
  const shown = all.filter(({ path }) => path.join(' / ').toLowerCase().includes(wanted)).slice(0, mostShown)
  const isKnown = shown.some(({ path }) => path.at(-1)?.toLowerCase() === wanted)
  return (
    <div class="picker">
      <TextField label={dialogTexts('collection')} placeholder={dialogTexts('findOrCreate')} {...bind(typed)} />
      <div class="picker-list">
        {shown.map(({ id, path }) => (
          <Button kind="quiet" icon="folder" key={id} title={path.join(' / ')} onClick={() => onChoose(id)}>
            <span class="cut">{path.join(' / ')}</span>
          </Button>
        ))}
        {wanted !== '' && !isKnown && (
          <Button kind="quiet" icon="folder-plus" onClick={() => onCreate(typed.value.trim())}>
            <span class="cut">{dialogTexts('createNamed', { title: typed.value.trim() })}</span>
          </Button>
        )}
      </div>
    </div>
  )
}
