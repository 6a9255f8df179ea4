import { useSignal } from '@preact/signals'
import type { SharedObjectRequest, ShareObject } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { copyText } from '../../design/copying/copy-text.ts'
import { Button } from '../../design/fields/button.tsx'
import { TextAreaField } from '../../design/fields/field.tsx'
import { Form, FormEnd } from '../../design/fields/form.tsx'
import { PasswordField } from '../../design/fields/password-field.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { useDraft } from '../../platform/writes/draft.ts'
import { type Saving, useSaving } from '../../platform/writes/saving.ts'
import { useGrantable } from '../grantable.ts'
import { texts } from '../messages.ts'
import { ShareLink } from '../share-link.tsx'
import { toShareDraft, toShareLink, toShareRequest } from './share-draft.ts'
import { ShareFields } from './share-fields.tsx'

interface NewShareProps {
  prId: number
  title: string
  /** The title of a share that is given none. */
  defaultLabel: string | undefined
  /** What is shared, where that is still to be chosen. */
  children?: (saving: Saving) => ComponentChildren
  onShare: (request: SharedObjectRequest) => Promise<ShareObject>
  /** Told whether there is a new share. */
  onClose: (share: ShareObject | undefined) => void
}

/** The form of a new share; once it is created, its link. */
export function NewShare({ prId, title, defaultLabel, children, onShare, onClose }: NewShareProps) {
  const saving = useSaving()
  const draft = useDraft(toShareDraft())
  const grantable = useGrantable(prId)
  const apart = useDraft({ password: '', users: '' })
  const made = useSignal<ShareObject | undefined>(undefined)
  const { password, users } = apart.values
  const share = () =>
    saving.run(async () => {
      const addresses = users.split(/[\s,;]+/).filter(address => address !== '')
      made.value = await onShare({
        ...toShareRequest(draft.values, grantable),
        ...(password === '' ? {} : { password }),
        ...(addresses.length === 0 ? {} : { users: addresses }),
      })
    })
  return (
    <Dialog title={title} size="wide" onClose={() => onClose(made.value)}>
      {made.value ? (
        <div class="form">
          <p role="status">{texts('ready')}</p>
          <ShareLink share={made.value} />
          <div class="actions">
            {password !== '' && <CopyBoth link={toShareLink(made.value)} password={password} />}
            <Button kind="primary" onClick={() => onClose(made.value)}>
              {texts('done')}
            </Button>
          </div>
        </div>
      ) : (
        <Form saving={saving} onSubmit={() => void share()}>
          {children?.(saving)}
          <ShareFields
            {...{ draft, saving, grantable, defaultLabel }}
            password={
              <PasswordField
                label={texts('password')}
                hint={texts('passwordHint')}
                error={saving.at('/password')}
                {...apart.text('password')}
              />
            }
            users={
              <TextAreaField
                label={texts('users')}
                hint={texts('usersHint')}
                rows={2}
                error={saving.at('/users')}
                {...apart.text('users')}
              />
            }
          />
          <FormEnd saving={saving} action={texts('create')} />
        </Form>
      )}
    </Dialog>
  )
}

/** Copies all that a visitor needs: nobody can read the password later. */
function CopyBoth({ link, password }: { link: string | undefined; password: string }) {
  const isCopied = useSignal(false)
  if (link === undefined) return null
  const copy = async () => {
    await copyText(texts('linkAndPassword', { link, password }))
    isCopied.value = true
  }
  return (
    <>
      <span class="field-hint" role="status">
        {isCopied.value && texts('copied')}
      </span>
      <Button icon="copy" onClick={() => void copy()}>
        {texts('copyBoth')}
      </Button>
    </>
  )
}
