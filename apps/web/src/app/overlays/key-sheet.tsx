import { Dialog } from '../../design/dialog.tsx'
import { CheckField } from '../../design/field.tsx'
import { Keys } from '../../design/keys.tsx'
import { type Command, listCommands, listKeys } from '../../platform/commands.ts'
import { areKeysOn, setKeys } from '../../platform/key-choice.ts'
import { texts } from '../messages.ts'
import './overlays.css'

/** All keys of the page that is shown, by what they belong to. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const withKeys = listCommands().filter(command => listKeys(command).length > 0)
  const sections = [...Map.groupBy(withKeys, ({ section }) => section ?? texts('general'))]
  return (
    <Dialog title={texts('keyboard')} size="wide" onClose={onClose}>
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
      <CheckField label={texts('singleKeys')} checked={areKeysOn.value} onValue={setKeys} />
      <span class="field-hint">{texts('singleKeysHint')}</span>
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
