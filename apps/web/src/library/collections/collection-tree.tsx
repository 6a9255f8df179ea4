// biome-ignore-all lint/a11y/useSemanticElements: only what is in sight is there, each at its place, which a table or a list does not allow
import { useSignal } from '@preact/signals'
import { collectionPlaces } from '@rushes/contract'
import { useRef } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { Menu, type MenuItem } from '../../design/floating/menu.tsx'
import { Icon, type IconName } from '../../design/icons.tsx'
import { assign } from '../../platform/bind.ts'
import { lazy } from '../../platform/lazy.tsx'
import { setQuery } from '../../platform/router.tsx'
import { texts } from '../messages.ts'
import type { CollectionWriter } from '../writes/collection-writer.ts'
import { type Collection, isStored } from './collection.ts'
import type { Change } from './collection-dialogs.tsx'
import { beginDrag, drag, filesOver } from './drag.ts'
import { listTargets, moveAmongSiblings, moveTo } from './moves.ts'
import { inOrder, isShown } from './paths.ts'
import { toTitle } from './title.ts'

const CollectionDialogs = lazy(() => import('./collection-dialogs.tsx').then(part => part.CollectionDialogs))

interface CollectionTreeProps {
  prId: number
  collections: readonly Collection[]
  /** How many clips there are in all, and how many each has with those within it; nothing until that is known. */
  total: number | undefined
  countOf: (id: number) => number | undefined
  chosen: number | undefined
  may: { readonly edit: boolean; readonly share: boolean }
  writer: CollectionWriter
}

/** A line of the tree. */
interface Line {
  readonly id: number | undefined
  readonly level: number
  readonly isOpen: boolean | undefined
  readonly collection: Collection | undefined
}

const openAfterMs = 600
const dragPixels = 4

/** The collections of a production with their counts; a chosen one narrows what is found, clips are dropped on them. */
export function CollectionTree(props: CollectionTreeProps) {
  const { prId, collections, total, countOf, chosen, may, writer } = props
  const closed = useSignal<ReadonlySet<number>>(new Set())
  const open = useSignal<Change | undefined>(undefined)
  const focused = useSignal<number | undefined>(chosen)
  const tree = useRef<HTMLDivElement>(null)
  const lines = listLines(collections.filter(isShown), closed.value)
  const setOpen = (id: number, isOpen: boolean) => {
    const next = new Set(closed.value)
    if (isOpen) next.delete(id)
    else next.add(id)
    closed.value = next
  }
  const show = (id: number | undefined) => {
    focused.value = id
    setQuery({ collection: id === undefined ? undefined : String(id) })
  }
  const ask = (change: Change) => {
    open.value = change
  }
  const focus = (line: Line | undefined) => {
    if (!line) return
    focused.value = line.id
    tree.current?.querySelector<HTMLElement>(`[data-line="${line.id ?? 'all'}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'treeitem') return
    const at = lines.findIndex(({ id }) => id === focused.value)
    const line = lines[at]
    const above = lines.slice(0, at).findLast(({ level }) => level < (line?.level ?? 0))
    const isShowable = !line?.collection || isStored(line.collection)
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(lines[at + 1]),
      ArrowUp: () => focus(lines[at - 1]),
      Home: () => focus(lines[0]),
      End: () => focus(lines.at(-1)),
      ArrowRight: () => {
        if (line?.isOpen === false) setOpen(line.id ?? 0, true)
        else if (line?.isOpen) focus(lines[at + 1])
      },
      ArrowLeft: () => {
        if (line?.isOpen) setOpen(line.id ?? 0, false)
        else focus(above)
      },
      Enter: () => isShowable && show(line?.id),
      ' ': () => isShowable && show(line?.id),
      F2: () => {
        if (line?.collection && isShowable && may.edit) open.value = { what: 'rename', collection: line.collection }
      },
    }
    const act = keys[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  // The tree is one stop of the Tab key: at the line that had the focus last, or at what is shown.
  const stop = lines.some(({ id }) => id === focused.value) ? focused.value : chosen
  return (
    <nav class="side-section" aria-label={texts('collections')}>
      <div class="side-head">
        <h2>{texts('collections')}</h2>
        {may.edit && (
          <Button
            small
            kind="icon"
            class="tree-new"
            icon="folder-plus"
            aria-label={texts('newCollection')}
            onClick={() => {
              open.value = { what: 'create', parent: collections.find(({ id }) => id === chosen) }
            }}
          />
        )}
      </div>
      <div class="tree" role="tree" aria-label={texts('collections')} ref={tree} onKeyDown={onKeyDown}>
        {lines.map(({ id, level, isOpen, collection }) => {
          const count = id === undefined ? total : countOf(id)
          const title = collection ? toTitle(collection) : texts('everything')
          // What waits for the connection can neither be shown nor changed yet.
          const isWaiting = collection !== undefined && !isStored(collection)
          const isChangeable = may.edit && collection !== undefined && !isWaiting
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys of its lines
            <div
              class="tree-line"
              role="treeitem"
              key={id ?? 'all'}
              data-line={id ?? 'all'}
              data-drop={isChangeable ? id : undefined}
              data-over={isOver(id) || undefined}
              aria-level={level + 1}
              aria-expanded={isOpen}
              aria-selected={chosen === id}
              aria-disabled={isWaiting || undefined}
              tabIndex={stop === id ? 0 : -1}
              style={{ '--level': level }}
              onFocus={event => {
                if (event.target === event.currentTarget) focused.value = id
              }}
              onClick={event => {
                if (isWaiting) return
                if (!(event.target instanceof Element && event.target.closest('.tree-menu, dialog'))) show(id)
              }}
              onPointerEnter={({ currentTarget }) => {
                if (!drag.value || isOpen !== false || id === undefined) return
                setTimeout(() => {
                  if (currentTarget.matches('[data-over]')) setOpen(id, true)
                }, openAfterMs)
              }}
              onPointerDown={event => {
                if (!isChangeable || event.button !== 0 || event.pointerType === 'touch') return
                waitForDrag(event, moved =>
                  beginDrag(moved, {
                    count: 1,
                    onDrop: target => moveTo(writer, collection, collections, target),
                  }),
                )
              }}
            >
              {isOpen === undefined ? (
                <span class="tree-twist" />
              ) : (
                // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the arrow keys of the line do the same
                <span
                  class="tree-twist"
                  onClick={event => {
                    event.stopPropagation()
                    setOpen(id ?? 0, !isOpen)
                  }}
                >
                  <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} />
                </span>
              )}
              <Icon name={toIcon(collection, isOpen)} size={14} />
              <span class="cut" title={title}>
                {title}
              </span>
              {count !== undefined && (
                <span class="tree-count num" aria-hidden="true">
                  {count}
                </span>
              )}
              {collection && !isWaiting && (may.edit || may.share) && (
                <span class="tree-menu">
                  <Menu
                    label={texts('changeSearch', { name: title })}
                    button={{ small: true, tabIndex: stop === id ? 0 : -1 }}
                    items={[
                      ...(may.share ? [toShareItem(() => ask({ what: 'share', collection }))] : []),
                      ...(may.edit ? listChanges(writer, collection, collections, ask) : []),
                    ]}
                  />
                </span>
              )}
            </div>
          )
        })}
      </div>
      {open.value && (
        <CollectionDialogs
          prId={prId}
          change={open.value}
          all={collections}
          writer={writer}
          chosen={chosen}
          onClose={assign(open, undefined)}
        />
      )}
    </nav>
  )
}

/** Whether something is held over a collection. */
function isOver(id: number | undefined): boolean {
  return id !== undefined && (drag.value?.over === id || filesOver.value === id)
}

function toIcon(collection: Collection | undefined, isOpen: boolean | undefined): IconName {
  return collection ? (isOpen ? 'folder-open' : 'folder') : 'layers'
}

function listLines(collections: readonly Collection[], closed: ReadonlySet<number>): Line[] {
  const byParent = Map.groupBy(collections, ({ parentId }) => parentId)
  const listBelow = (parent: number | undefined, level: number): Line[] =>
    inOrder(byParent.get(parent) ?? []).flatMap(collection => {
      const { id } = collection
      const isOpen = byParent.has(id) ? !closed.has(id) : undefined
      const line = { id, level, isOpen, collection }
      return isOpen ? [line, ...listBelow(id, level + 1)] : [line]
    })
  return [{ id: undefined, level: 0, isOpen: undefined, collection: undefined }, ...listBelow(undefined, 0)]
}

function toShareItem(onChoose: () => void): MenuItem {
  return { text: texts('share'), icon: 'share-2', onChoose }
}

/** How a collection can be changed, as by dragging. */
function listChanges(
  writer: CollectionWriter,
  collection: Collection,
  all: readonly Collection[],
  onOpen: (change: Change) => void,
) {
  const siblings = inOrder(
    all.filter(other => isShown(other) && isStored(other) && other.parentId === collection.parentId),
  )
  const at = siblings.findIndex(({ id }) => id === collection.id)
  const move = (by: -1 | 1) => moveAmongSiblings(writer, siblings, at, by)
  const mayContain = Object.values(collectionPlaces).some(({ parent }) => parent === collection.objectType)
  return [
    {
      text: texts('renameSearch'),
      icon: 'pencil' as const,
      keys: 'F2',
      onChoose: () => onOpen({ what: 'rename', collection }),
    },
    ...(mayContain
      ? [
          {
            text: texts('newInside'),
            icon: 'folder-plus' as const,
            onChoose: () => onOpen({ what: 'create', parent: collection }),
          },
        ]
      : []),
    ...(listTargets(all, collection).length > 1
      ? [{ text: texts('moveTo'), icon: 'folder' as const, onChoose: () => onOpen({ what: 'move', collection }) }]
      : []),
    { text: texts('moveUp'), icon: 'arrow-up' as const, disabled: at === 0, onChoose: () => move(-1) },
    {
      text: texts('moveDown'),
      icon: 'arrow-down' as const,
      disabled: at === siblings.length - 1,
      onChoose: () => move(1),
    },
    {
      text: texts('emptyCollection'),
      icon: 'minus' as const,
      section: 'lose',
      onChoose: () => onOpen({ what: 'empty', collection }),
    },
    {
      text: texts('removeCollection'),
      icon: 'trash' as const,
      kind: 'danger' as const,
      section: 'lose',
      onChoose: () => onOpen({ what: 'remove', collection }),
    },
  ]
}

/** Calls back once the pressed pointer has really moved. */
function waitForDrag({ clientX, clientY }: PointerEvent, onMoved: (event: PointerEvent) => void): void {
  const stopper = new AbortController()
  const { signal } = stopper
  addEventListener(
    'pointermove',
    event => {
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < dragPixels) return
      stopper.abort()
      onMoved(event)
    },
    { signal },
  )
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => stopper.abort(), { signal })
}
