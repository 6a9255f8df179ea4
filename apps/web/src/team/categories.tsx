import { useSignal } from '@preact/signals'
import type { Category } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { RecordName, Records } from '../design/lists/records.tsx'
import { assign } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { CategoryForm, listRoleNames } from './category-form.tsx'
import { texts } from './messages.ts'

interface CategoriesProps {
  prId: number
  mayManage: boolean
  /** Called when one was created, changed or deleted. */
  onChanged: () => void
}

/** The categories of a production in their order: the shelves for its collections. */
export function Categories({ prId, mayManage, onChanged }: CategoriesProps) {
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
          <Records
            label={texts('categories')}
            columns={[
              ['minmax(0, 1fr)', texts('name')],
              ['minmax(0, 1.5fr)', texts('description')],
              ['minmax(0, 1fr)', texts('forRoles')],
              ['64px', ''],
            ]}
            items={items}
            toKey={({ id }) => id}
            isOrdered
          >
            {category => [
              <RecordName
                key="name"
                name={category.name}
                facts={[category.type === 'USER_DEFINED' ? undefined : texts('shipped')]}
              />,
              category.description,
              category.includeRoles === true ? listRoleNames(category).join(', ') : texts('allRoles'),
              mayManage && (
                <Button
                  small
                  aria-label={texts('editOf', { name: category.name ?? '' })}
                  onClick={assign(edited, category)}
                >
                  {texts('edit')}
                </Button>
              ),
            ]}
          </Records>
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
            onChanged()
          }}
        />
      )}
    </section>
  )
}
