import { useSignal } from '@preact/signals'
import type { SharedObjectRequest, ShareObject } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { Button } from '../../design/fields/button.tsx'
import { TextAreaField, TextField } from '../../design/fields/field.tsx'
import { Form, FormEnd } from '../../design/fields/form.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { useDraft } from '../../platform/writes/draft.ts'
import { type Saving, useSaving } from '../../platform/writes/saving.ts'
import { useGrantable } from '../grantable.ts'
import { texts } from '../messages.ts'
import { ShareLink } from '../share-link.tsx'
import { toShareDraft, toShareRequest } from './share-draft.ts'
import { ShareFields } from './share-fields.tsx'

interface NewShareProps {
  prId: number
  title: string
  /** What is shared, where that is still to be chosen. */
  children?: (saving: Saving) => ComponentChildren
  onShare: (request: SharedObjectRequest) => Promise<ShareObject>
  /** Told whether there is a new share. */
  onClose: (share: ShareObject | undefined) => void
}

/** The form of a new share; once it is made, its link. */
export function NewShare({ prId, title, children, onShare, onClose }: NewShareProps) {
  const saving = useSaving()
  const draft = useDraft(toShareDraft())
  const grantable = useGrantable(prId)
  const apart = useDraft({ password: '', users: '' })
  const made = useSignal<ShareObject | undefined>(undefined)
  const share = () =>
    saving.run(async () => {
      const { password, users } = apart.values
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
            <Button kind="primary" onClick={() => onClose(made.value)}>
              {texts('done')}
            </Button>
          </div>
        </div>
      ) : (
        <Form saving={saving} onSubmit={() => void share()}>
          {children?.(saving)}
          <ShareFields draft={draft} saving={saving} grantable={grantable} />
          <TextField
            label={texts('password')}
            hint={texts('passwordHint')}
            type="password"
            autocomplete="new-password"
            error={saving.at('/password')}
            {...apart.text('password')}
          />
          <TextAreaField
            label={texts('users')}
            hint={texts('usersHint')}
            rows={2}
            error={saving.at('/users')}
            {...apart.text('users')}
          />
          <FormEnd saving={saving} action={texts('create')} />
        </Form>
      )}
    </Dialog>
  )
}
