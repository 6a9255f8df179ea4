import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import type { EditorialObject } from '@rushes/contract'
import { Button } from '../../design/button.tsx'
import { ConfirmDialog } from '../../design/dialog.tsx'
import { Loaded } from '../../design/loaded.tsx'
import { Menu } from '../../design/menu.tsx'
import { tellError } from '../../design/toasts.tsx'
import { api } from '../../platform/api.ts'
import { assign } from '../../platform/bind.ts'
import { useResource } from '../../platform/resource.ts'
import { setQuery } from '../../platform/router.tsx'
import { texts } from '../messages.ts'
import { listTargets, MoveCollection } from './move-collection.tsx'
import { toTitle } from './title.ts'
import { NewCollection, RenameCollection } from './title-dialogs.tsx'

interface CollectionTreeProps {
  prId: number
  chosen: number | undefined
  mayEdit: boolean
}

/** The collections of a production, those below others indented under them; a chosen one narrows what is found. */
export function CollectionTree({ prId, chosen, mayEdit }: CollectionTreeProps) {
  const collections = useResource(
    () => Array.fromAsync(listAll(api.collections.listCollections, { prId, query: { sort: 'title asc' } }, 500)),
    [prId],
  )
  const isCreating = useSignal(false)
  const open = useSignal<Change | undefined>(undefined)
  const close = assign(open, undefined)
  return (
    <nav aria-label={texts('collections')}>
      <h2>{texts('collections')}</h2>
      <Loaded resource={collections}>
        {all => {
          const visible = all.filter(({ funnel }) => funnel !== 'SelectionShare')
          const byParent = Map.groupBy(visible, ({ parentId }) => parentId)
          return (
            <ul class="tree">
              <li>
                <Button
                  kind="plain"
                  aria-pressed={chosen === undefined}
                  onClick={() => setQuery({ collection: undefined })}
                >
                  {texts('everything')}
                </Button>
              </li>
              <Branch
                items={byParent.get(undefined) ?? []}
                byParent={byParent}
                chosen={chosen}
                onChange={mayEdit ? change => assign(open, change)() : undefined}
                all={visible}
              />
            </ul>
          )
        }}
      </Loaded>
      {mayEdit && (
        <Button kind="plain" onClick={assign(isCreating, true)}>
          + {texts('newCollection')}
        </Button>
      )}
      {isCreating.value && (
        <NewCollection
          prId={prId}
          parentId={collections.data?.find(({ id }) => id === chosen)?.objectType === 'Notebook' ? chosen : undefined}
          onClose={() => {
            isCreating.value = false
            collections.reload()
          }}
        />
      )}
      {open.value?.what === 'rename' && (
        <RenameCollection
          prId={prId}
          collection={open.value.collection}
          onClose={() => {
            close()
            collections.reload()
          }}
        />
      )}
      {open.value?.what === 'move' && (
        <MoveCollection
          prId={prId}
          collection={open.value.collection}
          all={collections.data ?? []}
          onClose={() => {
            close()
            collections.reload()
          }}
        />
      )}
      {open.value?.what === 'remove' && (
        <ConfirmDialog
          title={texts('removeCollection')}
          question={texts('removeCollectionQuestion', { title: toTitle(open.value.collection) })}
          action={texts('removeCollection')}
          onConfirm={() => {
            const id = open.value?.collection.id ?? 0
            api.collections
              .deleteCollection({ prId, id })
              .then(() => setQuery({ collection: undefined }), tellError)
              .finally(collections.reload)
          }}
          onClose={close}
        />
      )}
    </nav>
  )
}

/** What somebody is about to do to a collection. */
interface Change {
  readonly what: 'rename' | 'move' | 'remove'
  readonly collection: EditorialObject
}

interface BranchProps {
  items: readonly EditorialObject[]
  byParent: ReadonlyMap<number | undefined, readonly EditorialObject[]>
  chosen: number | undefined
  all: readonly EditorialObject[]
  /** Absent for those who may not change collections. */
  onChange: ((change: Change) => void) | undefined
}

function Branch({ items, ...others }: BranchProps) {
  const { byParent, chosen, all, onChange } = others
  return (
    <>
      {items.map(collection => {
        const { id } = collection
        const below = byParent.get(id)
        return (
          <li key={id}>
            <span class="tree-line">
              <Button kind="plain" aria-pressed={chosen === id} onClick={() => setQuery({ collection: String(id) })}>
                {toTitle(collection)}
              </Button>
              {chosen === id && onChange && (
                <Menu
                  label={texts('changeSearch', { name: toTitle(collection) })}
                  items={[
                    { text: texts('renameSearch'), onChoose: () => onChange({ what: 'rename', collection }) },
                    ...(listTargets(all, collection).length > 1
                      ? [{ text: texts('moveTo'), onChoose: () => onChange({ what: 'move', collection }) }]
                      : []),
                    {
                      text: texts('removeCollection'),
                      kind: 'danger',
                      onChoose: () => onChange({ what: 'remove', collection }),
                    },
                  ]}
                />
              )}
            </span>
            {below && (
              <ul class="tree">
                <Branch items={below} {...others} />
              </ul>
            )}
          </li>
        )
      })}
    </>
  )
}
