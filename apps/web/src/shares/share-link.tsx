import type { ShareObject } from '@rushes/contract'
import { CopiedText } from '../design/copied-text.tsx'
import { QrCode } from '../design/qr-code.tsx'
import { texts } from './messages.ts'
import { toShareLink } from './share-draft.ts'

/** The link of a share to copy, and as a picture for a telephone. */
export function ShareLink({ share }: { share: ShareObject }) {
  const link = toShareLink(share)
  if (link === undefined) return <p class="notice">{texts('noLink')}</p>
  return (
    <>
      <CopiedText label={texts('link')} value={link} hint={texts('linkHint')} />
      <QrCode text={link} label={texts('qr')} />
    </>
  )
}
