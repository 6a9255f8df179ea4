import { listAll } from '@rushes/client'
import type { EditorialObject } from '@rushes/contract'
import { ConfirmDialog } from '../../design/dialog.tsx'
import { tell, tellError } from '../../design/toasts.tsx'
import { api } from '../../platform/api.ts'
import { setQuery } from '../../platform/router.tsx'
import { applyToClips } from '../clips/apply-to-clips.ts'
import { tellRefusals } from '../clips/change-clips.ts'
import { texts } from '../messages.ts'
import { MoveCollection } from './move-collection.tsx'
import { toTitle } from './title.ts'
import { NewCollection, RenameCollection } from './title-dialogs.tsx'

/** What somebody is about to do to a collection. */
export type Change =
  | { readonly what: 'rename' | 'move' | 'empty' | 'remove'; readonly collection: EditorialObject }
  | { readonly what: 'create'; readonly parent: EditorialObject | undefined }

interface CollectionDialogsProps {
  prId: number
  change: Change
  all: readonly EditorialObject[]
  onClose: () => void
}

export function CollectionDialogs({ prId, change, all, onClose }: CollectionDialogsProps) {
  if (change.what === 'create') {
    // "`Draft` … may only be the child of a Notebook": only a notebook contains new ones.
    const parentId = change.parent?.objectType === 'Notebook' ? change.parent.id : undefined
    return <NewCollection prId={prId} parentId={parentId} onClose={onClose} />
  }
  const { what, collection } = change
  if (what === 'rename') return <RenameCollection prId={prId} collection={collection} onClose={onClose} />
  if (what === 'move') return <MoveCollection prId={prId} collection={collection} all={all} onClose={onClose} />
  const isEmptied = what === 'empty'
  const isConfirmed = { current: false }
  return (
    <ConfirmDialog
      title={texts(isEmptied ? 'emptyCollection' : 'removeCollection')}
      question={texts(isEmptied ? 'emptyCollectionQuestion' : 'removeCollectionQuestion', {
        title: toTitle(collection),
      })}
      action={texts(isEmptied ? 'emptyCollection' : 'removeCollection')}
      onConfirm={() => {
        isConfirmed.current = true
        const work = isEmptied ? empty(prId, collection.id) : remove(prId, collection.id)
        work.catch(tellError).finally(onClose)
      }}
      onClose={() => {
        if (!isConfirmed.current) onClose()
      }}
    />
  )
}

async function remove(prId: number, id: number): Promise<void> {
  await api.collections.deleteCollection({ prId, id })
  setQuery({ collection: undefined })
}

async function empty(prId: number, id: number): Promise<void> {
  const entries = await Array.fromAsync(listAll(api.collections.listCollectionEntries, { prId, id }))
  const { done, refusals } = await applyToClips(
    entries.map(entry => entry.id),
    (annotationId, isLast) =>
      api.collections.detachEntry({ prId, id, annotationId, query: isLast ? { waitForIndex: true } : {} }),
    { signal: new AbortController().signal, onProgress: () => {} },
  )
  tell(texts('takenOut', { count: done }))
  tellRefusals(refusals)
}
