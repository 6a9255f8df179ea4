import { useSignal } from '@preact/signals'
import { Button } from '../../design/fields/button.tsx'
import { Menu } from '../../design/floating/menu.tsx'
import { Popover } from '../../design/floating/popover.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { assign } from '../../platform/bind.ts'
import { writeTotal } from '../clips/clip-facts.ts'
import type { FoundClips } from '../clips/found-clips.ts'
import { texts } from '../messages.ts'
import type { ClipActions } from './clip-actions.ts'
import { listClipItems, listStatusItems } from './clip-menu.ts'
import { CollectionPicker } from './collection-picker.tsx'
import { texts as dialogTexts } from './messages.ts'
import { TagForm } from './tag-popover.tsx'
import './selection.css'

/** What can be done with the selected clips together; it floats above the last row and moves nothing. */
export function SelectionBar({ actions }: { actions: ClipActions }) {
  const { selection, found, collections, may } = actions.options
  const isSelecting = useSignal(false)
  const { ids } = selection
  const total = found.total.value ?? 0
  const seconds = sumSeconds(found, ids)
  const here = { x: 0, y: 0 }
  return (
    <div class="selection-bar" role="toolbar" aria-label={dialogTexts('selected', { count: ids.length })}>
      <strong class="num">{dialogTexts('selected', { count: ids.length })}</strong>
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
          {dialogTexts('selectAll', { count: total })}
        </Button>
      )}
      <span class="selection-rule" />
      {may.edit && (
        <>
          <Popover
            button={{
              kind: 'quiet',
              icon: 'folder-plus',
              children: dialogTexts('addTo'),
              id: 'selection-add',
              keys: 'C',
            }}
            label={texts('attach')}
            side="above"
          >
            {shut => (
              <CollectionPicker
                collections={collections}
                onChoose={id => {
                  shut()
                  actions.attach(ids, id)
                }}
                onCreate={title => {
                  shut()
                  actions.attachToNew(ids, title)
                }}
              />
            )}
          </Popover>
          <Popover
            button={{ kind: 'quiet', icon: 'tag', children: dialogTexts('tagName'), id: 'selection-tag', keys: 'T' }}
            label={texts('tag')}
            side="above"
          >
            {shut => (
              <TagForm
                onTags={tags => {
                  shut()
                  actions.tag(ids, tags)
                }}
              />
            )}
          </Popover>
        </>
      )}
      {may.status && (
        <Menu
          label={texts('setStatus')}
          button={{ icon: 'circle-dashed', id: 'selection-status', keys: 'S' }}
          side="above"
          items={listStatusItems(actions, ids)}
        >
          {dialogTexts('statusShort')}
        </Menu>
      )}
      {ids.length === 2 && (
        <Button kind="quiet" icon="git-compare" keys="V" onClick={() => actions.compare(ids)}>
          {texts('compare')}
        </Button>
      )}
      {may.share && (
        <Button kind="quiet" icon="share-2" onClick={() => actions.show({ what: 'share', ids })}>
          {texts('share')}
        </Button>
      )}
      <Menu
        label={texts('moreActions')}
        side="above"
        items={listClipItems(actions, { what: 'menu', ids, at: here }).filter(({ keys = '' }) => !inBar.has(keys))}
      />
      <span class="selection-rule" />
      <Button kind="icon" icon="x" aria-label={texts('deselect')} keys="Escape" onClick={() => selection.clear()} />
    </div>
  )
}

/** Keys of what has a button of its own here. */
const inBar: ReadonlySet<string> = new Set(['C', 'T', 'S', 'V'])

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
