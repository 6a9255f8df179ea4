import { CheckField } from '../../design/fields/field.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { KeyList } from '../../design/lists/key-list.tsx'
import { texts } from '../../frame/messages.ts'
import { overlay } from '../../frame/overlay.ts'
import { PageHelp } from '../../help/page-help.tsx'
import { areKeysOn, setKeys } from '../../platform/keys/key-choice.ts'
import { texts as ownTexts } from './messages.ts'
import '../../help/help.css'
import './overlays.css'

const showTour = () => {
  overlay.value = 'tour'
}

/** What the page that is shown is for, and all its keys. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts('keyboard')} size="wide" onClose={onClose}>
      <PageHelp onTour={showTour} />
      <KeyList general={texts('general')} />
      <CheckField label={ownTexts('singleKeys')} checked={areKeysOn.value} onValue={setKeys} />
      <span class="field-hint">{ownTexts('singleKeysHint')}</span>
    </Dialog>
  )
}
