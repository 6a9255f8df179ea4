import { useSignal } from '@preact/signals'
import type { EditorialObject, ShareObject } from '@rushes/contract'
import { SelectField } from '../../design/fields/field.tsx'
import { bind } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { texts } from '../messages.ts'
import { NewShare } from './new-share.tsx'

interface ShareCollectionProps {
  prId: number
  collections: readonly EditorialObject[]
  onClose: (share: ShareObject | undefined) => void
}

/** Shares a collection, which is chosen first. */
export function ShareCollection({ prId, collections, onClose }: ShareCollectionProps) {
  const options = collections
    .filter(({ funnel }) => funnel !== 'SelectionShare')
    .map(({ id, title }) => [String(id), title ?? `#${id}`] as const)
  const chosen = useSignal(options[0]?.[0] ?? '')
  return (
    <NewShare
      prId={prId}
      title={texts('newShare')}
      onShare={body => api.sharing.createShare({ prId, id: Number(chosen.value), body })}
      onClose={onClose}
    >
      {saving => (
        <SelectField label={texts('collection')} options={options} error={saving.at('/id')} {...bind(chosen)} />
      )}
    </NewShare>
  )
}
