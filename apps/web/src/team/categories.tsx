import { useSignal } from '@preact/signals'
import type { Category } from '@rushes/contract'
import { Button } from '../design/button.tsx'
import { Loaded } from '../design/loaded.tsx'
import { api } from '../platform/api.ts'
import { assign } from '../platform/bind.ts'
import { useResource } from '../platform/resource.ts'
import { CategoryForm } from './category-form.tsx'
import { texts } from './messages.ts'

/** The categories of a production in their order: the shelves for its collections. */
export function Categories({ prId, mayManage }: { prId: number; mayManage: boolean }) {
  const categories = useResource(signal => api.productions.listCategories({ prId, signal }), [prId])
  const edited = useSignal<Category | 'new' | undefined>(undefined)
  const close = () => {
    edited.value = undefined
  }
  return (
    <section class="section">
      <div class="page-head">
        <h2>{texts('categories')}</h2>
        {mayManage && (
          <Button kind="primary" onClick={assign(edited, 'new')}>
            {texts('newCategory')}
          </Button>
        )}
      </div>
      <Loaded resource={categories}>
        {({ items }) => (
          <ol class="row-list">
            {items.map(category => (
              <li key={category.id}>
                <div class="row-main">
                  <strong>{category.name}</strong>{' '}
                  {category.type !== 'USER_DEFINED' && <span class="tag">{texts('shipped')}</span>}
                  <p>{category.description}</p>
                </div>
                {mayManage && (
                  <Button
                    aria-label={texts('editOf', { name: category.name ?? '' })}
                    onClick={assign(edited, category)}
                  >
                    {texts('edit')}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      {edited.value !== undefined && (
        <CategoryForm
          prId={prId}
          category={edited.value === 'new' ? undefined : edited.value}
          onClose={close}
          onSaved={() => {
            close()
            categories.reload()
          }}
        />
      )}
    </section>
  )
}
