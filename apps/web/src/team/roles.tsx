import { useSignal } from '@preact/signals'
import type { Role } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { RecordName, Records } from '../design/lists/records.tsx'
import { assign } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { texts } from './messages.ts'
import { nameRight } from './right-texts.ts'
import { RoleForm } from './role-form.tsx'

interface RolesProps {
  prId: number
  mayManage: boolean
  /** Called when one was created, changed or deleted. */
  onChanged: () => void
}

/** The roles of a production, and what each permits. */
export function Roles({ prId, mayManage, onChanged }: RolesProps) {
  const roles = useResource(signal => api.productions.listRoles({ prId, signal }), [prId])
  const edited = useSignal<Role | 'new' | undefined>(undefined)
  const close = () => {
    edited.value = undefined
  }
  return (
    <section class="section">
      <div class="page-head">
        <h2>{texts('roles')}</h2>
        {mayManage && (
          <Button kind="primary" onClick={assign(edited, 'new')}>
            {texts('newRole')}
          </Button>
        )}
      </div>
      <Loaded resource={roles}>
        {({ items }) => (
          <Records
            label={texts('roles')}
            columns={[
              ['minmax(0, 1fr)', texts('name')],
              ['minmax(0, 2.5fr)', texts('rights')],
              ['64px', ''],
            ]}
            items={items}
            toKey={({ id }) => id}
          >
            {role => [
              <RecordName
                key="name"
                name={role.name}
                facts={[texts('rightCount', { count: role.permissions?.length ?? 0 })]}
              />,
              <span key="rights" class="record-small">
                {(role.permissions ?? []).map(nameRight).join(' · ')}
              </span>,
              mayManage && (
                <Button small aria-label={texts('editOf', { name: role.name ?? '' })} onClick={assign(edited, role)}>
                  {texts('edit')}
                </Button>
              ),
            ]}
          </Records>
        )}
      </Loaded>
      {edited.value !== undefined && (
        <RoleForm
          prId={prId}
          role={edited.value === 'new' ? undefined : edited.value}
          onClose={close}
          onSaved={() => {
            close()
            roles.reload()
            onChanged()
          }}
        />
      )}
    </section>
  )
}
