import { useSignal } from '@preact/signals'
import { type ProductionRight, productionRights, type Role } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { ChoiceGroup, TextField } from '../design/fields/field.tsx'
import { FormDialog } from '../design/fields/form.tsx'
import { ConfirmDialog } from '../design/floating/dialog.tsx'
import { assign } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { saveOver } from '../platform/reading/stale-version.ts'
import { useDraft } from '../platform/writes/draft.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { texts } from './messages.ts'
import { toRightOptions } from './right-texts.ts'

interface RoleFormProps {
  prId: number
  /** The role to change; none for a new one. */
  role: Role | undefined
  onClose: () => void
  onSaved: () => void
}

/** A role: its name and the rights that it brings. */
export function RoleForm({ prId, role, onClose, onSaved }: RoleFormProps) {
  const saving = useSaving()
  const version = useSignal(role?.version ?? 0)
  const isDeleting = useSignal(false)
  const draft = useDraft<{ name: string; permissions: ProductionRight[] }>({
    name: role?.name ?? '',
    permissions: role?.permissions ?? ['PRODUCTION_VIEW'],
  })
  const save = () =>
    saving.run(async () => {
      const body = draft.values
      if (!role) await api.productions.createRole({ prId, body })
      else {
        await saveOver(version, held =>
          api.productions.updateRole({ prId, id: role.id, body: { ...body, version: held } }),
        )
      }
      onSaved()
    })
  const remove = () =>
    saving.run(async () => {
      if (role) await api.productions.deleteRole({ prId, id: role.id })
      onSaved()
    })
  return (
    <>
      <FormDialog
        title={role?.name ?? texts('newRole')}
        size="wide"
        onClose={onClose}
        saving={saving}
        onSubmit={() => void save()}
        buttons={
          role && (
            <Button kind="danger" onClick={assign(isDeleting, true)}>
              {texts('deleteRole')}
            </Button>
          )
        }
      >
        <TextField label={texts('roleName')} required error={saving.at('/name')} {...draft.text('name')} />
        <ChoiceGroup
          label={texts('rights')}
          hint={role && texts('roleHint')}
          options={toRightOptions(productionRights)}
          chosen={draft.values.permissions}
          error={saving.at('/permissions')}
          onChosen={chosen => draft.change({ permissions: chosen as ProductionRight[] })}
        />
      </FormDialog>
      {isDeleting.value && (
        <ConfirmDialog
          title={texts('deleteRole')}
          question={texts('deleteRoleQuestion', { name: role?.name ?? '' })}
          action={texts('deleteRole')}
          onConfirm={() => void remove()}
          onClose={assign(isDeleting, false)}
        />
      )}
    </>
  )
}
