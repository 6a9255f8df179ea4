import { useSignal } from '@preact/signals'
import { Button } from '../../design/fields/button.tsx'
import { tell, tellError } from '../../design/floating/toasts.tsx'
import { findUser, user } from '../../frame/session.ts'
import { assign } from '../../platform/bind.ts'
import { texts } from '../messages.ts'
import { FactorOff } from './factor-off.tsx'
import { FactorSetup } from './factor-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RenewCodes } from './renew-codes.tsx'

/** The second factor of the user: set up, given new recovery codes, switched off. */
export function SecondFactor() {
  const open = useSignal<'set up' | 'renew' | 'off' | undefined>(undefined)
  const codes = useSignal<readonly string[] | undefined>(undefined)
  const isOn = user.value?.authenticationType === 'TWO_FA_AUTHENTICATOR'
  const close = () => {
    open.value = undefined
  }
  const show = (recoveryCodes: readonly string[]) => {
    close()
    codes.value = recoveryCodes
    findUser().catch(tellError)
  }
  return (
    <section class="section">
      <h2>{texts('factor')}</h2>
      <p>{texts(isOn ? 'factorOn' : 'factorOff')}</p>
      {codes.value && <RecoveryCodes codes={codes.value} onKept={assign(codes, undefined)} />}
      <div class="actions">
        {isOn ? (
          <>
            <Button onClick={assign(open, 'renew')}>{texts('renewCodes')}</Button>
            <Button kind="danger" onClick={assign(open, 'off')}>
              {texts('switchOff')}
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={assign(open, 'set up')}>
            {texts('setUp')}
          </Button>
        )}
      </div>
      {open.value === 'set up' && <FactorSetup onClose={close} onEnabled={show} />}
      {open.value === 'renew' && <RenewCodes onClose={close} onRenewed={show} />}
      {open.value === 'off' && (
        <FactorOff
          onClose={close}
          onOff={() => {
            close()
            codes.value = undefined
            tell(texts('factorIsOff'))
            findUser().catch(tellError)
          }}
        />
      )}
    </section>
  )
}
