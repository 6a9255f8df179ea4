import { api } from '../../platform/reading/api.ts'
import { texts } from '../messages.ts'
import { getOwnId } from '../own-id.ts'
import { FactorProof } from './factor-proof.tsx'

interface RenewCodesProps {
  onClose: () => void
  onRenewed: (recoveryCodes: readonly string[]) => void
}

/** Makes other recovery codes instead of those there are. */
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
