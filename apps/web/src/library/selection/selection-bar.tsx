import { type Signal, useSignal } from '@preact/signals'
import type { EditorialObject, ReviewStatusChoice } from '@rushes/contract'
import { useRef } from 'preact/hooks'
import { Button } from '../../design/button.tsx'
import { Menu, type MenuItem } from '../../design/menu.tsx'
import { Popover } from '../../design/popover.tsx'
import { tellError } from '../../design/toasts.tsx'
import { assign } from '../../platform/bind.ts'
import { lazy } from '../../platform/lazy.tsx'
import { navigate } from '../../platform/router.tsx'
import { nameStatus } from '../../review/status-name.tsx'
import { writeTotal } from '../clips/clip-facts.ts'
import type { FoundClips } from '../clips/found-clips.ts'
import { texts } from '../messages.ts'
import { attachClips, createFrom, detachClips, downloadClips, setStatus, tagClips } from './bulk.ts'
import type { ClipSelection } from './clip-selection.ts'
import { CollectionPicker } from './collection-picker.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { TagForm } from './tag-popover.tsx'
import './selection.css'

const FieldsDialog = lazy(() => import('./change-dialog.tsx').then(part => part.FieldsDialog))
const RenameDialog = lazy(() => import('./rename-dialog.tsx').then(part => part.RenameDialog))
const ShareSelection = lazy(() => import('../../shares/share-selection.tsx').then(part => part.ShareSelection))

interface SelectionBarProps {
  prId: number
  selection: ClipSelection
  found: FoundClips
  /** The collection that is shown. */
  collection: number | undefined
  collections: readonly EditorialObject[]
  statuses: readonly ReviewStatusChoice[]
  may: { edit: boolean; remove: boolean; share: boolean; status: boolean; download: boolean }
  /** Rises when the Delete key asks for the selected clips to be deleted. */
  removing: Signal<number>
  onChanged: () => void
  onCollections: () => void
}

/** What can be done with the selected clips together; it floats above the last row and moves nothing. */
export function SelectionBar(props: SelectionBarProps) {
  const { prId, selection, found, collection, collections, statuses, may, removing, onChanged, onCollections } = props
  const open = useSignal<'fields' | 'share' | 'rename' | 'remove' | undefined>(undefined)
  const isSelecting = useSignal(false)
  const { ids } = selection
  const close = assign(open, undefined)
  const asked = useRef(removing.value)
  if (removing.value !== asked.current) {
    asked.current = removing.value
    open.value = 'remove'
  }
  const dialog = { prId, ids, onClose: close, onDone: onChanged }
  const run = (work: Promise<unknown>) => void work.then(onChanged, tellError)
  const total = found.total.value ?? 0
  const seconds = sumSeconds(found, ids)
  const more: MenuItem[] = [
    ...(ids.length === 2
      ? [{ text: texts('compare'), icon: 'git-compare' as const, keys: 'V', onChoose: () => compare(prId, ids) }]
      : []),
    ...(may.edit
      ? [
          { text: texts('editFields'), icon: 'pencil' as const, onChoose: assign(open, 'fields') },
          { text: texts('rename'), icon: 'type' as const, onChoose: assign(open, 'rename') },
        ]
      : []),
    { text: texts('download'), icon: 'download' as const, onChoose: () => run(downloadClips(prId, ids, may.download)) },
    ...(may.edit && collection !== undefined
      ? [
          {
            text: texts('takeOut'),
            icon: 'minus' as const,
            onChoose: () => run(detachClips(prId, collection, selection, onChanged)),
          },
        ]
      : []),
    ...(may.remove
      ? [
          {
            text: texts('removeClips'),
            icon: 'trash' as const,
            kind: 'danger' as const,
            keys: 'Delete',
            section: 'remove',
            onChoose: assign(open, 'remove'),
          },
        ]
      : []),
  ]
  return (
    <div class="selection-bar" role="toolbar" aria-label={texts('selected', { count: ids.length })}>
      <strong class="num">{texts('selected', { count: ids.length })}</strong>
      {seconds > 0 && <span class="selection-length num">{writeTotal(seconds)}</span>}
      {ids.length < total && (
        <Button
          small
          kind="quiet"
          isBusy={isSelecting.value}
          onClick={() => {
            isSelecting.value = true
            selection.selectAll().catch(tellError).finally(assign(isSelecting, false))
          }}
        >
          {texts('selectAll', { count: total })}
        </Button>
      )}
      <span class="selection-rule" />
      {may.edit && (
        <>
          <Popover
            button={{ kind: 'quiet', icon: 'folder-plus', children: texts('addTo'), id: 'selection-add' }}
            label={texts('attach')}
            side="above"
          >
            {shut => (
              <CollectionPicker
                collections={collections}
                onChoose={id => {
                  shut()
                  run(attachClips(prId, id, ids, collections, onChanged))
                }}
                onCreate={title => {
                  shut()
                  run(createFrom(prId, title, ids).then(onCollections))
                }}
              />
            )}
          </Popover>
          <Popover
            button={{ kind: 'quiet', icon: 'tag', children: texts('tagName'), id: 'selection-tag' }}
            label={texts('tag')}
            side="above"
          >
            {shut => (
              <TagForm
                onTag={tag => {
                  shut()
                  run(tagClips(prId, ids, tag, onChanged))
                }}
              />
            )}
          </Popover>
        </>
      )}
      {may.status && (
        <Menu
          label={texts('setStatus')}
          button={{ icon: 'circle-dashed', id: 'selection-status' }}
          side="above"
          items={[
            ...statuses.map(status => ({
              text: nameStatus(status),
              onChoose: () => run(setStatus(prId, ids, status.id, onChanged)),
            })),
            {
              text: texts('notReviewed'),
              section: 'none',
              onChoose: () => run(setStatus(prId, ids, undefined, onChanged)),
            },
          ]}
        >
          {texts('statusShort')}
        </Menu>
      )}
      {may.share && (
        <Button kind="quiet" icon="share-2" onClick={assign(open, 'share')}>
          {texts('share')}
        </Button>
      )}
      <Menu label={texts('moreActions')} side="above" items={more} />
      <span class="selection-rule" />
      <Button kind="icon" icon="x" aria-label={texts('deselect')} keys="Escape" onClick={() => selection.clear()} />
      {open.value === 'fields' && <FieldsDialog {...dialog} />}
      {open.value === 'rename' && <RenameDialog {...dialog} />}
      {open.value === 'share' && <ShareSelection prId={prId} ids={ids} onClose={close} />}
      {open.value === 'remove' && (
        <RemoveDialog
          {...dialog}
          selection={selection}
          onDone={() => {
            selection.drop(ids)
            onChanged()
          }}
        />
      )}
    </div>
  )
}

export function compare(prId: number, [a, b]: readonly number[]): void {
  navigate(`/app/production/${prId}/compare?a=${a}&b=${b}`)
}

/** Of the selected clips, where all of them have been in sight. */
function sumSeconds(found: FoundClips, ids: readonly number[]): number {
  void found.turn.value
  const wanted = new Set(ids)
  let seconds = 0
  let count = 0
  for (const [, clip] of found.listKnown()) {
    if (!wanted.has(clip.id)) continue
    seconds += clip.durationSeconds ?? 0
    count += 1
  }
  return count === ids.length ? seconds : 0
}
