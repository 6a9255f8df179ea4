import { ConfirmDialog } from '../../design/floating/dialog.tsx'
import { lazy } from '../../platform/lazy.tsx'
import { setQuery } from '../../platform/router.tsx'
import { texts } from '../messages.ts'
import type { CollectionWriter } from '../writes/collection-writer.ts'
import { texts as writeTexts } from '../writes/messages.ts'
import type { Collection } from './collection.ts'
import { texts as dialogTexts } from './messages.ts'
import { MoveCollection } from './move-collection.tsx'
import { toTitle } from './title.ts'
import { NewCollection, RenameCollection } from './title-dialogs.tsx'

const ShareOne = lazy(() => import('../../shares/form/share-collection.tsx').then(part => part.ShareOne))

/** What somebody is about to do with a collection. */
export type Change =
  | { readonly what: 'rename' | 'move' | 'share' | 'empty' | 'remove'; readonly collection: Collection }
  | { readonly what: 'create'; readonly parent: Collection | undefined }

interface CollectionDialogsProps {
  prId: number
  change: Change
  all: readonly Collection[]
  writer: CollectionWriter
  /** The collection that is shown. */
  chosen: number | undefined
  onClose: () => void
}

export function CollectionDialogs({ prId, change, all, writer, chosen, onClose }: CollectionDialogsProps) {
  if (change.what === 'create') {
    // "`Draft` … may only be the child of a Notebook": only a notebook contains new ones.
    const parentId = change.parent?.objectType === 'Notebook' ? change.parent.id : undefined
    return <NewCollection writer={writer} parentId={parentId} onClose={onClose} />
  }
  const { what, collection } = change
  if (what === 'rename') return <RenameCollection {...{ writer, collection, onClose }} />
  if (what === 'move') return <MoveCollection {...{ writer, collection, all, onClose }} />
  const { id } = collection
  const title = toTitle(collection)
  if (what === 'share') return <ShareOne {...{ prId, id, title, onClose }} />
  const isEmptied = what === 'empty'
  return (
    <ConfirmDialog
      title={texts(isEmptied ? 'emptyCollection' : 'removeCollection')}
      question={dialogTexts(isEmptied ? 'emptyCollectionQuestion' : 'removeCollectionQuestion', { title })}
      action={texts(isEmptied ? 'emptyCollection' : 'removeCollection')}
      onConfirm={() => {
        if (isEmptied) {
          void writer.change({ what: 'empty', id }, { text: writeTexts('emptied', { title }) })
          return
        }
        void writer.change({ what: 'remove', id }, { text: writeTexts('removed', { title }) })
        if (isInside(all, chosen, id)) setQuery({ collection: undefined })
      }}
      onClose={onClose}
    />
  )
}

/** Whether a collection is another one, or below it. */
function isInside(all: readonly Collection[], id: number | undefined, other: number): boolean {
  if (id === undefined || id === other) return id === other
  return isInside(all, all.find(collection => collection.id === id)?.parentId, other)
}
