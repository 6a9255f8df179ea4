import { useSignal } from '@preact/signals'
import { type Participant, type ProductionRight, productionRights, type Role } from '@rushes/contract'
import { ChoiceGroup, TextField } from '../design/fields/field.tsx'
import { Form, FormEnd } from '../design/fields/form.tsx'
import { Dialog } from '../design/floating/dialog.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { texts as designTexts } from '../design/messages.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { useDraft } from '../platform/writes/draft.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { texts } from './messages.ts'
import { toRightOptions } from './right-texts.ts'

interface ParticipantFormProps {
  prId: number
  /** Who gets other roles or rights; nobody for somebody to invite. */
  person: Participant | undefined
  title: string
  onClose: () => void
  onSaved: (saved: Participant) => void
}

/** Invites somebody into a team, or gives a member other roles and rights. */
export function ParticipantForm(props: ParticipantFormProps) {
  const { prId, title, onClose } = props
  const roles = useResource(signal => api.productions.listRoles({ prId, signal }), [prId])
  return (
    <Dialog title={title} size="wide" onClose={onClose}>
      <Loaded resource={roles}>{({ items }) => <Fields {...props} roles={items} />}</Loaded>
    </Dialog>
  )
}

function Fields({ prId, person, roles, onSaved }: ParticipantFormProps & { roles: readonly Role[] }) {
  const saving = useSaving()
  const draft = useDraft<{ email: string; roles: string[]; rights: ProductionRight[] }>({
    email: '',
    roles: (person?.roles ?? []).map(String),
    rights: person ? findFurther(person, roles) : [],
  })
  const isWithoutRights = draft.values.roles.length === 0 && draft.values.rights.length === 0
  const isRoleMissing = useSignal(false)
  const save = () => {
    // Somebody invited without any right could open nothing.
    isRoleMissing.value = !person && isWithoutRights
    if (isRoleMissing.value) return
    void saving.run(async () => {
      const { email, ...grants } = draft.values
      if (person) onSaved(await api.productions.updateParticipant({ prId, userId: person.id, body: grants }))
      else onSaved(await api.productions.addParticipant({ prId, body: { email, ...grants } }))
    })
  }
  return (
    <Form saving={saving} onSubmit={save}>
      {!person && (
        <TextField
          label={texts('email')}
          hint={texts('emailHint')}
          required
          error={saving.at('/email', '/userId')}
          {...draft.text('email')}
        />
      )}
      <ChoiceGroup
        label={texts('rolesOf')}
        hint={roles.length === 0 ? texts('noRoles') : undefined}
        options={roles.map(({ name = '' }) => [name, name] as const)}
        chosen={draft.values.roles}
        error={isRoleMissing.value && isWithoutRights ? texts('chooseRole') : saving.at('/roles')}
        onChosen={chosen => draft.change({ roles: chosen })}
      />
      <ChoiceGroup
        label={texts('furtherRights')}
        hint={texts('furtherRightsHint')}
        options={toRightOptions(productionRights)}
        chosen={draft.values.rights}
        error={saving.at('/rights')}
        onChosen={chosen => draft.change({ rights: chosen as ProductionRight[] })}
      />
      <FormEnd saving={saving} action={person ? designTexts('save') : texts('invite')} />
    </Form>
  )
}

/** The rights that no role of the participant brings. */
export function findFurther(
  { rights = [], roles: names = [] }: Participant,
  roles: readonly Role[],
): ProductionRight[] {
  const brought = new Set(roles.flatMap(({ name, permissions = [] }) => (names.includes(name) ? permissions : [])))
  return productionRights.filter(right => rights.includes(right) && !brought.has(right))
}
