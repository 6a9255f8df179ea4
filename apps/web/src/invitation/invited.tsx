import { CopiedText } from '../design/copying/copied-text.tsx'
import { Button } from '../design/fields/button.tsx'
import { Dialog } from '../design/floating/dialog.tsx'
import { texts } from './messages.ts'

interface InvitedProps {
  email: string
  /** Where the invitation is accepted. */
  path: '/app/invitation' | '/app/account-invitation'
  token: string
  onClose: () => void
}

/** The link of an invitation, for where no mail arrives. */
export function Invited({ email, path, token, onClose }: InvitedProps) {
  const link = `${location.origin}${path}#${new URLSearchParams({ token })}`
  return (
    <Dialog title={texts('invitation')} onClose={onClose}>
      <div class="form">
        <CopiedText label={texts('link')} value={link} hint={texts('linkHint', { email })} />
        <div class="actions">
          <Button kind="primary" onClick={onClose}>
            {texts('done')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
