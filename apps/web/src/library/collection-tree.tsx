import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import type { EditorialObject } from '@rushes/contract'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { TextField } from '../design/field.tsx'
import { Loaded } from '../design/loaded.tsx'
import { tellError } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import { assign, bind } from '../platform/bind.ts'
import { useResource } from '../platform/resource.ts'
import { setQuery } from '../platform/router.tsx'
import { texts } from './messages.ts'

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
              <Branch items={byParent.get(undefined) ?? []} byParent={byParent} chosen={chosen} />
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
    </nav>
  )
}

interface BranchProps {
  items: readonly EditorialObject[]
  byParent: ReadonlyMap<number | undefined, readonly EditorialObject[]>
  chosen: number | undefined
}

function Branch({ items, byParent, chosen }: BranchProps) {
  return (
    <>
      {items.map(({ id, title }) => {
        const below = byParent.get(id)
        return (
          <li key={id}>
            <Button kind="plain" aria-pressed={chosen === id} onClick={() => setQuery({ collection: String(id) })}>
              {title ?? `#${id}`}
            </Button>
            {below && (
              <ul class="tree">
                <Branch items={below} byParent={byParent} chosen={chosen} />
              </ul>
            )}
          </li>
        )
      })}
    </>
  )
}

/** "`Draft` … may only be the child of a Notebook": below a chosen notebook a draft is made. */
function NewCollection({
  prId,
  parentId,
  onClose,
}: {
  prId: number
  parentId: number | undefined
  onClose: () => void
}) {
  const title = useSignal('')
  return (
    <Dialog title={texts('newCollection')} onClose={onClose}>
      <form
        class="form"
        onSubmit={event => {
          event.preventDefault()
          const body = {
            title: title.value,
            ...(parentId === undefined ? {} : { parentId, objectType: 'Draft' as const }),
          }
          api.collections.createCollection({ prId, body }).then(onClose, tellError)
        }}
      >
        <TextField label={texts('title')} required {...bind(title)} />
        <div class="actions">
          <Button kind="primary" type="submit">
            {texts('create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
