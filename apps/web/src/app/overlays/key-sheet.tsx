import { CheckField } from '../../design/fields/field.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { Keys } from '../../design/keys.tsx'
import { texts } from '../../frame/messages.ts'
import { overlay } from '../../frame/overlay.ts'
import { PageHelp } from '../../help/page-help.tsx'
import { type Command, listCommands, listKeys } from '../../platform/keys/commands.ts'
import { areKeysOn, setKeys } from '../../platform/keys/key-choice.ts'
import { texts as ownTexts } from './messages.ts'
import '../../help/help.css'
import './overlays.css'

const showTour = () => {
  overlay.value = 'tour'
}

/** What the page that is shown is for, and all its keys, by what they belong to. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const withKeys = listCommands().filter(command => listKeys(command).length > 0)
  const sections = [...Map.groupBy(withKeys, ({ section }) => section ?? texts('general'))]
  return (
    <Dialog title={texts('keyboard')} size="wide" onClose={onClose}>
      <PageHelp onTour={showTour} />
      <div class="key-sheet">
        {sections.map(([section, commands]) => (
          <section key={section}>
            <h3>{section}</h3>
            <dl>
              {commands.map(command => (
                <Row key={command.id} command={command} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <CheckField label={ownTexts('singleKeys')} checked={areKeysOn.value} onValue={setKeys} />
      <span class="field-hint">{ownTexts('singleKeysHint')}</span>
    </Dialog>
  )
}

function Row({ command }: { command: Command }) {
  return (
    <div class="key-row">
      <dt>{command.title}</dt>
      <dd>
        {listKeys(command).map(keys => (
          <Keys key={keys} keys={keys} />
        ))}
      </dd>
    </div>
  )
}
