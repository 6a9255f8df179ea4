import { listAll } from '@rushes/client'
import type { ShareObject, ShareRecipient } from '@rushes/contract'
import { copyText } from '../design/copying/copy-text.ts'
import { Button } from '../design/fields/button.tsx'
import { CheckField, TextField } from '../design/fields/field.tsx'
import { Form, FormEnd } from '../design/fields/form.tsx'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { user } from '../frame/session.ts'
import { api } from '../platform/reading/api.ts'
import { type Resource, useResource } from '../platform/reading/resource.ts'
import { formatDate } from '../platform/translations.ts'
import { useDraft } from '../platform/writes/draft.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { toShareLink } from './form/share-draft.ts'
import { texts } from './messages.ts'
import { SeenClips } from './seen-clips.tsx'

interface RecipientsProps {
  prId: number
  share: ShareObject
  recipients: Resource<readonly ShareRecipient[]>
}

/** Who has a link of their own, and what was seen through it; `news` changes when something happened in the share. */
export function useRecipients(prId: number, id: number, news: number): Resource<readonly ShareRecipient[]> {
  return useResource(
    () => Array.fromAsync(listAll(api.sharing.listShareRecipients, { prId, id }, 500)),
    [prId, id, news],
  )
}

/** Who has a link of their own, what was seen through it, and a way to end each alone. */
export function Recipients({ prId, share, recipients }: RecipientsProps) {
  const { id } = share
  const end = async ({ id: recipientId }: ShareRecipient) => {
    await api.sharing.endShareRecipient({ prId, id, recipientId })
    tell(texts('recipientEnded'))
  }
  return (
    <section class="section">
      <h2>{texts('recipients')}</h2>
      <p>{texts('recipientsHint')}</p>
      <Loaded resource={recipients}>
        {all =>
          all.length > 0 && (
            <ul class="row-list" aria-label={texts('recipients')}>
              {all.map(recipient => (
                <Recipient
                  key={recipient.id}
                  prId={prId}
                  share={share}
                  recipient={recipient}
                  onEnd={() => void end(recipient).catch(tellError).finally(recipients.reload)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddRecipient prId={prId} share={share} onAdded={recipients.reload} />
    </section>
  )
}

interface RecipientProps {
  prId: number
  share: ShareObject
  recipient: ShareRecipient
  onEnd: () => void
}

function Recipient({ prId, share, recipient, onEnd }: RecipientProps) {
  const { name, email, lastOpened, ended, token, clips, clipCount, mailed, mailFailure } = recipient
  const opened = lastOpened === undefined ? texts('neverOpened') : texts('lastOpened', { date: formatDate(lastOpened) })
  return (
    <li>
      <div class="row-main">
        <strong>{name}</strong>
        <p>
          {email !== undefined && `${email} · `}
          {mailed !== undefined && `${texts('mailed', { date: formatDate(mailed) })} · `}
          {opened}
          {ended !== undefined && ` · ${texts('endedAt', { date: formatDate(ended) })}`}
        </p>
        {mailFailure !== undefined && <p class="field-error">{texts('mailFailed', { reason: mailFailure })}</p>}
        <SeenClips prId={prId} clips={clips} clipCount={clipCount} />
      </div>
      {token !== undefined && (
        <Button
          kind="icon"
          icon="copy"
          aria-label={texts('copyLinkOf', { name })}
          onClick={() => void copyLink(share, recipient).catch(tellError)}
        />
      )}
      {ended === undefined && (
        <Button kind="danger" aria-label={texts('endLinkOf', { name })} onClick={onEnd}>
          {texts('endVisitDo')}
        </Button>
      )}
    </li>
  )
}

const empty = { name: '', email: '', isSent: true }

function AddRecipient({ prId, share, onAdded }: { prId: number; share: ShareObject; onAdded: () => void }) {
  const saving = useSaving()
  const draft = useDraft(empty)
  const userId = user.value?.id ?? 0
  // Without a mail server there is nothing to choose.
  const preferences = useResource(
    signal => api.notifications.getNotificationPreferences({ id: userId, signal }),
    [userId],
  )
  const maySend = preferences.data?.mail === true
  const add = async () => {
    const { name, isSent } = draft.values
    const email = draft.values.email.trim()
    const isAdded = await saving.run(async () => {
      const body = { name, ...(email !== '' && { email, ...(maySend && isSent && { sendMail: true }) }) }
      const recipient = await api.sharing.createShareRecipient({ prId, id: share.id, body })
      await copyLink(
        share,
        recipient,
        recipient.mailed === undefined ? texts('linkCopied') : texts('linkSent', { email }),
      )
    })
    if (!isAdded) return
    draft.change(empty)
    onAdded()
  }
  return (
    <details class="add-visitor">
      <summary>{texts('addRecipient')}</summary>
      <Form saving={saving} onSubmit={() => void add()} label={texts('addRecipient')}>
        <div class="columns">
          <TextField label={texts('recipientName')} required error={saving.at('/name')} {...draft.text('name')} />
          <TextField label={texts('recipientEmail')} error={saving.at('/email')} {...draft.text('email')} />
        </div>
        {maySend && (
          <CheckField
            label={texts('sendLink')}
            checked={draft.values.isSent}
            disabled={draft.values.email.trim() === ''}
            onValue={isSent => draft.change({ isSent })}
          />
        )}
        <FormEnd saving={saving} action={texts('createLink')} kind="quiet" />
      </Form>
    </details>
  )
}

async function copyLink(share: ShareObject, { token }: ShareRecipient, done = texts('linkCopied')): Promise<void> {
  const link = token === undefined ? undefined : toShareLink({ ...share, token })
  if (link === undefined) return
  await copyText(link)
  tell(done)
}
