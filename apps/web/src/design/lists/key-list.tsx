import { type Command, listCommands, listKeys } from '../../platform/keys/commands.ts'
import { Keys } from '../keys.tsx'
import './key-list.css'

/** All keys of what can be done on the page that is shown, by what they belong to; what belongs to nothing under `general`. */
export function KeyList({ general }: { general: string }) {
  const withKeys = listCommands().filter(command => listKeys(command).length > 0)
  const sections = [...Map.groupBy(withKeys, ({ section }) => section ?? general)]
  return (
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
