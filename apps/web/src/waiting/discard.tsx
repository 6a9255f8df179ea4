import { useSignal } from '@preact/signals'
import { Button } from '../design/fields/button.tsx'
import { ConfirmDialog } from '../design/floating/dialog.tsx'
import { assign } from '../platform/bind.ts'
import { dropWaiting } from '../platform/writes/write.ts'
import { texts } from './messages.ts'

/** Gives up changes that wait for the connection, where somebody says so. */
export function Discard({ count }: { count: number }) {
  const isAsking = useSignal(false)
  return (
    <>
      <Button small kind="quiet" onClick={assign(isAsking, true)}>
        {texts('discard')}
      </Button>
      {isAsking.value && (
        <ConfirmDialog
          title={texts('discardTitle', { count })}
          question={texts('discardQuestion')}
          action={texts('discardAction', { count })}
          onConfirm={dropWaiting}
          onClose={assign(isAsking, false)}
        />
      )}
    </>
  )
}
