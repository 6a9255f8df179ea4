import { useSignal } from '@preact/signals'
import type { Category } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { CheckField, ChoiceGroup, TextAreaField, TextField } from '../design/fields/field.tsx'
import { FormDialog } from '../design/fields/form.tsx'
import { ConfirmDialog } from '../design/floating/dialog.tsx'
import { assign } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { saveOver } from '../platform/reading/stale-version.ts'
import { useDraft } from '../platform/writes/draft.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { texts } from './messages.ts'

interface CategoryFormProps {
  prId: number
  /** The category to change; none for a new one. */
  category: Category | undefined
  onClose: () => void
  onSaved: () => void
}

/** A category: its name, its place in the order, and the roles that it is for. */
export function CategoryForm({ prId, category, onClose, onSaved }: CategoryFormProps) {
  const saving = useSaving()
  const version = useSignal(category?.version ?? 0)
  const isDeleting = useSignal(false)
  const roles = useResource(signal => api.productions.listRoles({ prId, signal }), [prId])
  const draft = useDraft({
    name: category?.name ?? '',
    description: category?.description ?? '',
    index: category?.index === undefined ? '' : String(category.index),
    includeRoles: category?.includeRoles === true,
    roles: listRoleNames(category),
  })
  const { name, description, index, includeRoles } = draft.values
  const save = () =>
    saving.run(async () => {
      const body = {
        name,
        includeRoles,
        roles: draft.values.roles,
        ...(description === '' ? {} : { description }),
        ...(index === '' ? {} : { index: Number(index) }),
      }
      if (!category) await api.productions.createCategory({ prId, body })
      else {
        await saveOver(version, held =>
          api.productions.updateCategory({ prId, id: category.id, body: { ...body, version: held } }),
        )
      }
      onSaved()
    })
  const remove = () =>
    saving.run(async () => {
      if (category) await api.productions.deleteCategory({ prId, id: category.id })
      onSaved()
    })
  return (
    <>
      <FormDialog
        title={category?.name ?? texts('newCategory')}
        onClose={onClose}
        saving={saving}
        onSubmit={() => void save()}
        buttons={
          category?.type === 'USER_DEFINED' && (
            <Button kind="danger" onClick={assign(isDeleting, true)}>
              {texts('deleteCategory')}
            </Button>
          )
        }
      >
        <TextField label={texts('categoryName')} required error={saving.at('/name')} {...draft.text('name')} />
        <TextAreaField label={texts('description')} error={saving.at('/description')} {...draft.text('description')} />
        <TextField label={texts('index')} type="number" step={1} error={saving.at('/index')} {...draft.text('index')} />
        <CheckField
          label={texts('includeRoles')}
          checked={includeRoles}
          onValue={isWanted => draft.change({ includeRoles: isWanted })}
        />
        {includeRoles && (
          <ChoiceGroup
            label={texts('forRoles')}
            options={(roles.data?.items ?? []).map(role => [role.name ?? '', role.name ?? ''] as const)}
            chosen={draft.values.roles}
            error={saving.at('/roles')}
            onChosen={chosen => draft.change({ roles: chosen })}
          />
        )}
      </FormDialog>
      {isDeleting.value && (
        <ConfirmDialog
          title={texts('deleteCategory')}
          question={texts('deleteCategoryQuestion', { name: category?.name ?? '' })}
          action={texts('deleteCategory')}
          onConfirm={() => void remove()}
          onClose={assign(isDeleting, false)}
        />
      )}
    </>
  )
}

/** The names of the roles that a category is for, as the service shows them. */
export function listRoleNames(category: Category | undefined): string[] {
  return (category?.roles ?? []).flatMap(role =>
    typeof role === 'object' && role !== null && 'name' in role ? [String(role.name)] : [],
  )
}
