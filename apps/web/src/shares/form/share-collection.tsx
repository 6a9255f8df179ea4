import { useSignal } from '@preact/signals'
import type { EditorialObject, ShareObject } from '@rushes/contract'
import { SelectField } from '../../design/fields/field.tsx'
import { listPaths } from '../../library/collections/paths.ts'
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
  const paths = listPaths(collections)
  const chosen = useSignal(String(paths[0]?.id ?? ''))
  const label = paths.find(({ id }) => String(id) === chosen.value)?.path.at(-1)
  return (
    <NewShare
      prId={prId}
      title={texts('newShare')}
      defaultLabel={label}
      onShare={request => {
        const body = { ...(label === undefined ? {} : { label }), ...request }
        return api.sharing.createShare({ prId, id: Number(chosen.value), body })
      }}
      onClose={onClose}
    >
      {saving => (
        <SelectField
          label={texts('collection')}
          options={paths.map(({ id, path }) => [String(id), path.join(' / ')] as const)}
          error={saving.at('/id')}
          {...bind(chosen)}
        />
      )}
    </NewShare>
  )
}
