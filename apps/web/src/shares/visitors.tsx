import { listAll } from '@rushes/client'
import { TextField } from '../design/fields/field.tsx'
import { Form, FormEnd } from '../design/fields/form.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { formatDate } from '../platform/translations.ts'
import { useDraft } from '../platform/writes/draft.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { texts } from './messages.ts'

interface VisitorsProps {
  prId: number
  id: number
  /** Changes when something happened in the share. */
  news: number
}

/** Who has said who they are in a share, or is expected there. */
export function Visitors({ prId, id, news }: VisitorsProps) {
  const visitors = useResource(
    () => Array.fromAsync(listAll(api.sharing.listSharedUsers, { prId, id, query: { sort: 'lastSeen desc' } }, 500)),
    [prId, id, news],
  )
  return (
    <section class="section">
      <h2>{texts('visitors')}</h2>
      <Loaded resource={visitors}>
        {all =>
          all.length === 0 ? (
            <p class="notice">{texts('noVisitors')}</p>
          ) : (
            <ul class="row-list" aria-label={texts('visitors')}>
              {all.map(visitor => (
                <li key={visitor.id}>
                  <div class="row-main">
                    <strong>{visitor.fullName}</strong>
                    <p>
                      {visitor.email !== '' && `${visitor.email} · `}
                      {visitor.lastSeen === undefined
                        ? texts('invited')
                        : texts('lastSeen', { date: formatDate(visitor.lastSeen) })}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddVisitor prId={prId} id={id} onAdded={visitors.reload} />
    </section>
  )
}

const empty = { username: '', email: '' }

function AddVisitor({ prId, id, onAdded }: { prId: number; id: number; onAdded: () => void }) {
  const saving = useSaving()
  const draft = useDraft(empty)
  const add = async () => {
    const { username, email } = draft.values
    const body = [{ email, ...(username === '' ? {} : { username }) }]
    if (!(await saving.run(() => api.sharing.addSharedUsers({ prId, id, body })))) return
    draft.change(empty)
    onAdded()
  }
  return (
    <details class="add-visitor">
      <summary>{texts('addVisitor')}</summary>
      <Form saving={saving} onSubmit={() => void add()} label={texts('addVisitor')}>
        <div class="columns">
          <TextField label={texts('visitorEmail')} required error={saving.at('/0/email')} {...draft.text('email')} />
          <TextField label={texts('visitorName')} error={saving.at('/0/username')} {...draft.text('username')} />
        </div>
        <FormEnd saving={saving} action={texts('add')} kind="quiet" />
      </Form>
    </details>
  )
}
