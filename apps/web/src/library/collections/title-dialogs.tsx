import { useSignal } from '@preact/signals'
import { Button } from '../../design/fields/button.tsx'
import { TextField } from '../../design/fields/field.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { bind } from '../../platform/bind.ts'
import { setQuery } from '../../platform/router.tsx'
import { texts } from '../messages.ts'
import type { CollectionWriter } from '../writes/collection-writer.ts'
import { texts as writeTexts } from '../writes/messages.ts'
import type { Collection } from './collection.ts'
import { texts as dialogTexts } from './messages.ts'
import { toTitle } from './title.ts'

interface NewCollectionProps {
  writer: CollectionWriter
  parentId: number | undefined
  onClose: () => void
}

/** A collection at the top, or in a notebook, which contains others. */
export function NewCollection({ writer, parentId, onClose }: NewCollectionProps) {
  const create = (title: string) => {
    const text = writeTexts('created', { title })
    const onOpen = (id: number) => setQuery({ collection: String(id) })
    void writer.change({ what: 'create', title, parentId, clips: [] }, { text, typed: title, onOpen })
  }
  return <TitleDialog title={texts('newCollection')} action={texts('create')} onTitle={create} onClose={onClose} />
}

interface RenameCollectionProps {
  writer: CollectionWriter
  collection: Collection
  onClose: () => void
}

export function RenameCollection({ writer, collection, onClose }: RenameCollectionProps) {
  const { id, title: before } = collection
  const rename = (title: string) => {
    if (title === before) return
    const text = writeTexts('renamed', { before: toTitle(collection), title })
    void writer.change({ what: 'title', id, title, before }, { text, typed: title })
  }
  return (
    <TitleDialog
      title={texts('renameSearch')}
      initial={before}
      action={texts('save')}
      onTitle={rename}
      onClose={onClose}
    />
  )
}

interface TitleDialogProps {
  title: string
  initial?: string | undefined
  action: string
  onTitle: (title: string) => void
  onClose: () => void
}

function TitleDialog({ title, initial = '', action, onTitle, onClose }: TitleDialogProps) {
  const typed = useSignal(initial)
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="form"
        onSubmit={event => {
          event.preventDefault()
          const wanted = typed.value.trim()
          if (wanted === '') return
          onClose()
          onTitle(wanted)
        }}
      >
        <TextField label={dialogTexts('title')} required {...bind(typed)} />
        <div class="actions">
          <Button kind="primary" type="submit">
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
