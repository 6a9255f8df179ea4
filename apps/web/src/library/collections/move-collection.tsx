import { useSignal } from '@preact/signals'
import { collectionPlaces, type EditorialObject } from '@rushes/contract'
import { SelectField } from '../../design/field.tsx'
import { FormDialog } from '../../design/form.tsx'
import { api } from '../../platform/api.ts'
import { useSaving } from '../../platform/saving.ts'
import { texts } from '../messages.ts'
import { toTitle } from './title.ts'

/** A collection that can contain another one, or the top level; with the titles from the top down to it. */
export interface Target {
  readonly id: number | undefined
  readonly path: readonly string[]
}

/** Where a collection can be, in the order of the tree: by its kind, and neither in itself nor below itself. */
export function listTargets(all: readonly EditorialObject[], moved: EditorialObject): Target[] {
  const { parent, isParentNeeded } = collectionPlaces[moved.objectType ?? 'Notebook']
  const byParent = Map.groupBy(all, ({ parentId }) => parentId)
  const listBelow = (id: number | undefined, path: readonly string[]): Target[] =>
    (byParent.get(id) ?? [])
      .filter(collection => collection.id !== moved.id)
      .flatMap(collection => {
        const own = [...path, toTitle(collection)]
        const below = listBelow(collection.id, own)
        return collection.objectType === parent ? [{ id: collection.id, path: own }, ...below] : below
      })
  return [...(isParentNeeded ? [] : [{ id: undefined, path: [] }]), ...listBelow(undefined, [])]
}

interface MoveCollectionProps {
  prId: number
  collection: EditorialObject
  all: readonly EditorialObject[]
  onClose: () => void
}

/** Puts a collection into another one, or at the top level. */
export function MoveCollection({ prId, collection, all, onClose }: MoveCollectionProps) {
  const { id, parentId } = collection
  const saving = useSaving()
  const target = useSignal(String(parentId ?? ''))
  const options = listTargets(all, collection).map(
    ({ id, path }) => [String(id ?? ''), id === undefined ? texts('topLevel') : path.join(' / ')] as const,
  )
  const move = async () => {
    const { value } = target
    const change =
      value === ''
        ? ({ op: 'remove', path: '/parentId' } as const)
        : ({ op: 'add', path: '/parentId', value: Number(value) } as const)
    if (await saving.run(() => api.collections.patchCollection({ prId, id, body: [change] }))) onClose()
  }
  return (
    <FormDialog
      title={texts('moveCollection', { title: toTitle(collection) })}
      saving={saving}
      onSubmit={() => void move()}
      action={texts('move')}
      isDisabled={target.value === String(parentId ?? '')}
      isFleeting
      onClose={onClose}
    >
      <SelectField
        label={texts('moveInto')}
        value={target.value}
        options={options}
        error={saving.at('/parentId')}
        onValue={value => {
          target.value = value
        }}
      />
    </FormDialog>
  )
}
