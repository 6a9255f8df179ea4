import { useSignal } from '@preact/signals'
import { TextField } from '../design/fields/field.tsx'
import { FormDialog } from '../design/fields/form.tsx'
import { SuggestField, type Suggestion } from '../design/fields/suggest-field.tsx'
import { tell } from '../design/floating/toasts.tsx'
import { user } from '../frame/session.ts'
import { api } from '../platform/reading/api.ts'
import { toWords } from '../platform/word-query.ts'
import { useDraft } from '../platform/writes/draft.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { texts } from './messages.ts'

interface Person extends Suggestion {
  readonly id: number
}

/** As many as a list can show. */
const maxOffers = 10

/** A new account: its name, and the user who owns it. */
export function NewAccount({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const saving = useSaving()
  const draft = useDraft({ humanName: '' })
  const owner = useSignal<Person | undefined>(user.value ? toPerson(user.value) : undefined)
  const make = () =>
    saving.run(async () => {
      const { humanName } = draft.values
      // Without an owner the service would give the account to the operator.
      if (owner.value === undefined) throw new Error(texts('chooseOwner'))
      const body = { humanName, ownerId: owner.value.id }
      await api.accounts.createAccount({ body, query: { waitForIndex: true } })
      tell(texts('accountMade', { name: humanName }))
      onMade()
    })
  return (
    <FormDialog
      title={texts('newAccount')}
      onClose={onClose}
      saving={saving}
      onSubmit={() => void make()}
      action={texts('create')}
    >
      <TextField label={texts('accountName')} required error={saving.at('/humanName')} {...draft.text('humanName')} />
      <SuggestField
        label={texts('owner')}
        hint={texts('ownerHint')}
        required
        value={owner.value?.text ?? ''}
        none={texts('noUser')}
        error={saving.at('/ownerId')}
        suggest={findPeople}
        onChoose={chosen => {
          owner.value = chosen
        }}
        onClear={() => {
          owner.value = undefined
        }}
      />
    </FormDialog>
  )
}

async function findPeople(typed: string, signal: AbortSignal): Promise<Person[]> {
  const words = toWords(typed)
  const q = words.length === 0 ? '*:*' : words.map(word => `(${word}* OR username:${word}*)`).join(' AND ')
  const query = { q, rows: maxOffers, sort: 'username asc,id asc' }
  const { results } = await api.accounts.searchUsers({ query, signal })
  return results.map(toPerson)
}

function toPerson({ id, fullName, username }: { id?: unknown; fullName?: unknown; username?: unknown }): Person {
  const text = (fullName ?? username) === username ? String(username) : `${fullName} (${username})`
  return { key: String(id), id: Number(id), text }
}
