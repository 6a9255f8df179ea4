import { useSignal } from '@preact/signals'
import type { EditorialObject, SharedObjectRequest, ShareObject } from '@rushes/contract'
import { SelectField } from '../../design/fields/field.tsx'
import { listPaths } from '../../library/collections/paths.ts'
import { bind } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { texts } from '../messages.ts'
import { NewShare } from './new-share.tsx'
import { QuickShare } from './quick-share.tsx'

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
      onShare={request => share(prId, Number(chosen.value), label, request)}
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

interface ShareOneProps {
  prId: number
  id: number
  /** Of the collection. */
  title: string
  onClose: () => void
}

/** Shares this collection. */
export function ShareOne({ prId, id, title, onClose }: ShareOneProps) {
  return (
    <QuickShare
      prId={prId}
      title={texts('shareNamed', { title })}
      defaultLabel={title}
      onShare={request => share(prId, id, title, request)}
      onClose={onClose}
    />
  )
}

function share(prId: number, id: number, label: string | undefined, request: SharedObjectRequest) {
  const body = { ...(label === undefined ? {} : { label }), ...request }
  return api.sharing.createShare({ prId, id, body })
}
