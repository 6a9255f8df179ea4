import { Dialog } from '../../design/floating/dialog.tsx'
import { PopupMenu } from '../../design/floating/popup-menu.tsx'
import { lazy } from '../../platform/lazy.tsx'
import { texts } from '../messages.ts'
import type { ClipActions } from './clip-actions.ts'
import { listClipItems, listStatusItems } from './clip-menu.ts'
import { CollectionPicker } from './collection-picker.tsx'
import { texts as dialogTexts } from './messages.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { TagForm } from './tag-popover.tsx'
import './selection.css'

const FieldsDialog = lazy(() => import('./change-dialog.tsx').then(part => part.FieldsDialog))
const RenameDialog = lazy(() => import('./rename/rename-dialog.tsx').then(part => part.RenameDialog))
const ShareSelection = lazy(() => import('../../shares/form/share-selection.tsx').then(part => part.ShareSelection))

/** What is open for some clips: their menu, or a window that asks for something. */
export function ClipDialogs({ actions }: { actions: ClipActions }) {
  const opened = actions.opened.value
  if (!opened) return null
  const { prId, collections, writer } = actions.options
  const { ids } = opened
  const onClose = () => {
    // What was chosen may have opened something else.
    if (actions.opened.peek() === opened) actions.show(undefined)
  }
  const label = dialogTexts('actionsOf', { count: ids.length })
  switch (opened.what) {
    case 'menu':
      return (
        <PopupMenu key="menu" label={label} items={listClipItems(actions, opened)} at={opened.at} onClose={onClose} />
      )
    case 'statuses':
      return (
        <PopupMenu
          key="statuses"
          label={texts('setStatus')}
          items={listStatusItems(actions, ids)}
          at={opened.at}
          onClose={onClose}
        />
      )
    case 'fields':
      return <FieldsDialog {...{ prId, ids, writer, onClose }} />
    case 'rename':
      return <RenameDialog {...{ prId, ids, writer, onClose }} />
    case 'share':
      return <ShareSelection {...{ prId, ids, onClose }} />
    case 'remove':
      return <RemoveDialog {...{ actions, ids, onClose }} />
    case 'attach':
      return (
        <Dialog title={texts('attach')} onClose={onClose}>
          <CollectionPicker
            collections={collections}
            onChoose={id => {
              onClose()
              actions.attach(ids, id)
            }}
            onCreate={title => {
              onClose()
              actions.attachToNew(ids, title)
            }}
          />
        </Dialog>
      )
    case 'tag':
      return (
        <Dialog title={texts('tag')} onClose={onClose}>
          <TagForm
            onTags={tags => {
              onClose()
              actions.tag(ids, tags)
            }}
          />
        </Dialog>
      )
  }
}
