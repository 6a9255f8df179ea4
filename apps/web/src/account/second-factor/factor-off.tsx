import { api } from '../../platform/reading/api.ts'
import { texts } from '../messages.ts'
import { getOwnId } from '../own-id.ts'
import { FactorProof } from './factor-proof.tsx'

/** Switches the second factor off. */
export function FactorOff({ onClose, onOff }: { onClose: () => void; onOff: () => void }) {
  return (
    <FactorProof
      title={texts('switchOff')}
      hint={texts('switchOffHint')}
      action={texts('switchOffDo')}
      kind="danger"
      onClose={onClose}
      onProof={async body => {
        await api.authentication.disableSecondFactor({ id: getOwnId(), body })
        onOff()
      }}
    />
  )
}
