import { CheckField } from '../../design/fields/field.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { areKeysOn, setKeys } from '../keys.ts'
import { texts as playerTexts } from '../messages.ts'
import { texts } from './messages.ts'

/** The keys of the player, and whether they are on. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={playerTexts('keys')} onClose={onClose}>
      <p>{texts('keyList')}</p>
      <CheckField label={texts('keysOn')} checked={areKeysOn.value} onValue={setKeys} />
    </Dialog>
  )
}
