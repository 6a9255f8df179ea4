import type { ShareObject } from '@rushes/contract'
import { CopiedText } from '../design/copying/copied-text.tsx'
import { QrCode } from '../design/copying/qr-code.tsx'
import { toShareLink } from './form/share-draft.ts'
import { useMissing } from './grantable.ts'
import { texts } from './messages.ts'

/** The link of a share to copy, and as a picture for a telephone. */
export function ShareLink({ share }: { share: ShareObject }) {
  const link = toShareLink(share)
  if (link === undefined) return <NoLink share={share} />
  const hint = texts(share.passwordProtected ? 'linkHintPassword' : 'linkHint')
  return (
    <>
      <CopiedText label={texts('link')} value={link} hint={hint} />
      <QrCode text={link} label={texts('qr')} />
    </>
  )
}

/** Why there is no link: it would permit more than the person may do, or the service cannot read it any more. */
function NoLink({ share }: { share: ShareObject }) {
  const missing = useMissing(share)
  if (missing === undefined) return null
  if (missing.length === 0) return <p class="notice">{texts('noLink')}</p>
  return <p class="notice">{texts('linkPermitsMore', { permissions: missing.map(name => texts(name)).join(', ') })}</p>
}
