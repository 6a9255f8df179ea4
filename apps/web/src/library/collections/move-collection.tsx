import { useSignal } from '@preact/signals'
import { SelectField } from '../../design/fields/field.tsx'
import { FormDialog } from '../../design/fields/form.tsx'
import { useSaving } from '../../platform/writes/saving.ts'
import { texts } from '../messages.ts'
import type { CollectionWriter } from '../writes/collection-writer.ts'
import type { Collection } from './collection.ts'
import { texts as dialogTexts } from './messages.ts'
import { listTargets, moveTo } from './moves.ts'
import { toTitle } from './title.ts'

interface MoveCollectionProps {
  collection: Collection
  all: readonly Collection[]
  writer: CollectionWriter
  onClose: () => void
}

/** Puts a collection into another one, or at the top level. */
export function MoveCollection({ collection, all, writer, onClose }: MoveCollectionProps) {
  const { parentId } = collection
  const saving = useSaving()
  const target = useSignal(String(parentId ?? ''))
  const options = listTargets(all, collection).map(
    ({ id, path }) => [String(id ?? ''), id === undefined ? dialogTexts('topLevel') : path.join(' / ')] as const,
  )
  return (
    <FormDialog
      title={dialogTexts('moveCollection', { title: toTitle(collection) })}
      saving={saving}
      onSubmit={() => {
        moveTo(writer, collection, all, Number(target.value) || undefined)
        onClose()
      }}
      action={texts('move')}
      isDisabled={target.value === String(parentId ?? '')}
      isFleeting
      onClose={onClose}
    >
      <SelectField
        label={dialogTexts('moveInto')}
        value={target.value}
        options={options}
        onValue={value => {
          target.value = value
        }}
      />
    </FormDialog>
  )
}
