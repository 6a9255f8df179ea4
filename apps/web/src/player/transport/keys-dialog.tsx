import { CheckField } from '../../design/fields/field.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { KeyList } from '../../design/lists/key-list.tsx'
import { areKeysOn, setKeys } from '../../platform/keys/key-choice.ts'
import { texts as playerTexts } from '../messages.ts'
import { texts } from './messages.ts'

/** What can be done by keys where a film is shown, and whether single keys are on. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={playerTexts('keys')} size="wide" onClose={onClose}>
      <KeyList general={playerTexts('player')} />
      <CheckField label={texts('keysOn')} checked={areKeysOn.value} onValue={setKeys} />
    </Dialog>
  )
}
