import { Dialog } from '../design/dialog.tsx'
import { CheckField } from '../design/field.tsx'
import { areKeysOn, setKeys } from '../player/keys.ts'
import { shortcuts } from './keys.ts'
import { texts } from './messages.ts'

const names: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
}

/** Every key of the editor, and the switch that turns single keys off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts('keys')} size="wide" onClose={onClose}>
      <CheckField label={texts('keysOn')} checked={areKeysOn.value} onValue={setKeys} />
      <table class="table keys-table">
        <thead>
          <tr>
            <th scope="col">{texts('keyAction')}</th>
            <th scope="col">{texts('keySingle')}</th>
            <th scope="col">{texts('keyAnywhere')}</th>
          </tr>
        </thead>
        <tbody>
          {shortcuts.map(({ action, keys, combinations, inText }) => (
            <tr key={action}>
              <td>
                {texts(action)}
                {inText && ` (${texts('inText')})`}
              </td>
              <td>
                <Keys keys={keys} />
              </td>
              <td>
                <Keys keys={combinations} />
              </td>
            </tr>
          ))}
          <tr>
            <td>{texts('playPause')}</td>
            <td>
              <Keys keys={[texts('space')]} />
            </td>
            <td>
              <Keys keys={[`Ctrl+${texts('space')}`]} />
            </td>
          </tr>
          <tr>
            <td>{texts('find')}</td>
            <td />
            <td>
              <Keys keys={['Ctrl+f']} />
            </td>
          </tr>
          <tr>
            <td>{texts('keys')}</td>
            <td>
              <Keys keys={['?']} />
            </td>
            <td />
          </tr>
        </tbody>
      </table>
      <p>{texts('playerKeys')}</p>
    </Dialog>
  )
}

function Keys({ keys = [] }: { keys?: readonly string[] | undefined }) {
  return (
    <>
      {keys.map(combination => (
        <kbd key={combination}>
          {combination
            .split('+')
            .map(part => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
            .join(' + ')}
        </kbd>
      ))}
    </>
  )
}
