import { api } from '../platform/api.ts'
import { FactorProof } from './factor-proof.tsx'
import { texts } from './messages.ts'
import { getOwnId } from './own-id.ts'

interface RenewCodesProps {
  onClose: () => void
  onRenewed: (recoveryCodes: readonly string[]) => void
}

/** Makes other recovery codes in the place of those there are. */
export function RenewCodes({ onClose, onRenewed }: RenewCodesProps) {
  return (
    <FactorProof
      title={texts('renewCodes')}
      hint={texts('renewHint')}
      action={texts('renew')}
      kind="primary"
      onClose={onClose}
      onProof={async body => {
        const { recoveryCodes } = await api.authentication.renewRecoveryCodes({ id: getOwnId(), body })
        onRenewed(recoveryCodes)
      }}
    />
  )
}
