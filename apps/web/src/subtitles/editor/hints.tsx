import { Keys } from '../../design/keys.tsx'
import { overlay } from '../../frame/overlay.ts'
import { assign } from '../../platform/bind.ts'
import { areKeysOn } from '../../platform/keys/key-choice.ts'
import { texts } from '../messages.ts'

const hints = [
  ['startHere', ['I']],
  ['endHere', ['O']],
  ['chain', ['A']],
  ['spotNew', ['H']],
  ['playEntry', ['P']],
  ['write', ['Enter']],
  ['split', ['Ctrl+Enter']],
  ['merge', ['M']],
  ['insert', ['N']],
  ['nudges', ['Q', 'W', 'E', 'R']],
  ['snap', ['T']],
  ['nextIssue', ['F4']],
] as const

/** The keys that are used most, at the foot; all of them are on the sheet. */
export function Hints() {
  return (
    <footer class="editor-hints">
      {areKeysOn.value &&
        hints.map(([name, keys]) => (
          <span key={name}>
            {keys.map(key => (
              <Keys key={key} keys={key} />
            ))}
            {texts(`hint_${name}`)}
          </span>
        ))}
      <button type="button" class="editor-all-keys" onClick={assign(overlay, 'keys')}>
        <Keys keys="?" />
        {texts('hint_all')}
      </button>
    </footer>
  )
}
