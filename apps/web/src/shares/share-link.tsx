import type { ShareObject } from '@rushes/contract'
import { CopiedText } from '../design/copying/copied-text.tsx'
import { QrCode } from '../design/copying/qr-code.tsx'
import { toShareLink } from './form/share-draft.ts'
import { texts } from './messages.ts'

/** The link of a share to copy, and as a picture for a telephone. */
export function ShareLink({ share }: { share: ShareObject }) {
  const link = toShareLink(share)
  if (link === undefined) return <p class="notice">{texts('noLink')}</p>
  const hint = texts(share.passwordProtected ? 'linkHintPassword' : 'linkHint')
  return (
    <>
      <CopiedText label={texts('link')} value={link} hint={hint} />
      <QrCode text={link} label={texts('qr')} />
    </>
  )
}
