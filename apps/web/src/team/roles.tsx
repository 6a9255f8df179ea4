import { useSignal } from '@preact/signals'
import type { Role } from '@rushes/contract'
import { Button } from '../design/button.tsx'
import { Loaded } from '../design/loaded.tsx'
import { api } from '../platform/api.ts'
import { assign } from '../platform/bind.ts'
import { useResource } from '../platform/resource.ts'
import { texts } from './messages.ts'
import { nameRight } from './right-texts.ts'
import { RoleForm } from './role-form.tsx'

/** The roles of a production, and what each permits. */
export function Roles({ prId, mayManage }: { prId: number; mayManage: boolean }) {
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
          <ul class="row-list">
            {items.map(role => (
              <li key={role.id}>
                <div class="row-main">
                  <strong>{role.name}</strong>
                  <p>{(role.permissions ?? []).map(nameRight).join(' · ')}</p>
                </div>
                {mayManage && (
                  <Button aria-label={texts('editOf', { name: role.name ?? '' })} onClick={assign(edited, role)}>
                    {texts('edit')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
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
          }}
        />
      )}
    </section>
  )
}
