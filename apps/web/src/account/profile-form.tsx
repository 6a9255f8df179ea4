import { useSignal } from '@preact/signals'
import { profileNames, type User, type UserReplacement } from '@rushes/contract'
import { TextAreaField, TextField } from '../design/fields/field.tsx'
import { Form, FormEnd } from '../design/fields/form.tsx'
import { tell } from '../design/floating/toasts.tsx'
import { texts as designTexts } from '../design/messages.ts'
import { texts as appTexts } from '../frame/messages.ts'
import { user } from '../frame/session.ts'
import { api } from '../platform/reading/api.ts'
import { saveOver } from '../platform/reading/stale-version.ts'
import { useDraft } from '../platform/writes/draft.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { texts } from './messages.ts'
import { getOwnId } from './own-id.ts'

const fields = [
  ['firstName', 'given-name'],
  ['lastName', 'family-name'],
  ['username', 'username'],
  ['email', 'email'],
  ['mobile', 'tel'],
  ['fixedLinePhone', 'home tel'],
  ['addressLine1', 'address-line1'],
  ['addressLine2', 'address-line2'],
  ['zipCode', 'postal-code'],
  ['city', 'address-level2'],
  ['county', 'address-level1'],
  ['country', 'country-name'],
  ['focus', 'organization-title'],
] as const
type FieldName = (typeof fields)[number][0] | 'aboutMe'

const required: readonly FieldName[] = ['username', 'email']

/** Who the user is: name, address and the like. */
export function ProfileForm() {
  const own = user.value
  return own ? <Profile key={own.id} own={own} /> : null
}

function Profile({ own }: { own: User }) {
  const saving = useSaving()
  const version = useSignal(own.version)
  const draft = useDraft(
    Object.fromEntries(
      [...fields.map(([name]) => name), 'aboutMe' as const].map(name => [name, own[name] ?? '']),
    ) as Record<FieldName, string>,
  )
  const save = async () => {
    const isSaved = await saving.run(async () => {
      const saved = await saveOver(version, async held => {
        const body = toReplacement(own, draft.values, held)
        return api.accounts.updateUser({ id: getOwnId(), body })
      })
      version.value = saved.version
      user.value = saved
    })
    if (isSaved) tell(designTexts('saved'))
  }
  return (
    <section class="section">
      <h2>{appTexts('profile')}</h2>
      <Form saving={saving} onSubmit={() => void save()} label={appTexts('profile')}>
        <div class="columns">
          {fields.map(([name, autocomplete]) => (
            <TextField
              key={name}
              label={texts(name)}
              hint={name === 'email' ? texts('emailHint') : undefined}
              type={name === 'email' ? 'email' : 'text'}
              autocomplete={autocomplete}
              required={required.includes(name)}
              error={saving.at(`/${name}`)}
              {...draft.text(name)}
            />
          ))}
        </div>
        <TextAreaField label={texts('aboutMe')} error={saving.at('/aboutMe')} {...draft.text('aboutMe')} />
        <FormEnd saving={saving} />
      </Form>
    </section>
  )
}

/** What was typed instead of what was there; what this form does not show stays. */
function toReplacement(own: User, typed: Record<FieldName, string>, version: number): UserReplacement {
  const kept = Object.fromEntries(profileNames.flatMap(name => (own[name] === undefined ? [] : [[name, own[name]]])))
  const filled = Object.entries(typed).filter(([, value]) => value.trim() !== '')
  const emptied = Object.keys(typed)
  return {
    ...Object.fromEntries(Object.entries(kept).filter(([name]) => !emptied.includes(name))),
    ...Object.fromEntries(filled),
    version,
  }
}
