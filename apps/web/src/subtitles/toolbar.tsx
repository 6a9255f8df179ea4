import type { Signal } from '@preact/signals'
import { Button } from '../design/button.tsx'
import { CheckField, SelectField } from '../design/field.tsx'
import { Menu } from '../design/menu.tsx'
import { bind, bindCheck } from '../platform/bind.ts'
import type { Actions } from './actions.ts'
import { type BesideChoice, toBesideName } from './beside.ts'
import type { Desk } from './desk.ts'
import { toLanguageName } from './language-names.ts'
import { texts } from './messages.ts'
import type { PresetEntry } from './presets.ts'
import { toVersionName } from './version-name.ts'

/** Windows above the editor. */
export type WindowName = 'shift' | 'import' | 'generate' | 'export' | 'keys'

interface ToolbarProps {
  desk: Desk
  actions: Actions
  choices: readonly BesideChoice[]
  presets: readonly PresetEntry[]
  /** The name of what stands beside. */
  beside: Signal<string>
  onFind: () => void
  onOpen: (name: WindowName) => void
}

/** What is done with the whole list. */
export function Toolbar({ desk, actions, choices, presets, beside, onFind, onOpen }: ToolbarProps) {
  const { editing, showsOnlyWarned, isFollowing } = desk
  const disabled = desk.isReadOnly.value
  const count = editing.rows.value.length
  const warned = desk.warned.value.length
  return (
    <div class="editor-tools">
      <div class="tool-buttons">
        <Button disabled={disabled || !editing.canUndo} onClick={actions.undo}>
          {texts('undo')}
        </Button>
        <Button disabled={disabled || !editing.canRedo} onClick={actions.redo}>
          {texts('redo')}
        </Button>
        <Button onClick={onFind}>{texts('find')}</Button>
        <Button disabled={warned === 0} onClick={actions.nextWarning}>
          {texts('nextWarning')}
        </Button>
        <Menu
          items={[
            { text: texts('shift'), onChoose: () => onOpen('shift'), disabled: disabled || count === 0 },
            { text: texts('import'), onChoose: () => onOpen('import'), disabled },
            { text: texts('generate'), onChoose: () => onOpen('generate'), disabled },
            { text: texts('export'), onChoose: () => onOpen('export') },
            { text: texts('keys'), onChoose: () => onOpen('keys') },
          ]}
        >
          {texts('more')}
        </Menu>
      </div>
      <div class="tool-choices">
        <CheckField label={texts('onlyWarned', { count: warned })} {...bindCheck(showsOnlyWarned)} />
        <CheckField label={texts('follow')} {...bindCheck(isFollowing)} />
        {choices.length > 0 && (
          <SelectField
            label={texts('beside')}
            options={[['', texts('besideNothing')], ...choices.map(choice => toOption(choice, presets))]}
            {...bind(beside)}
          />
        )}
      </div>
      <p class="field-hint">{texts('counts', { count, warned })}</p>
    </div>
  )
}

function toOption(choice: BesideChoice, presets: readonly PresetEntry[]): [string, string] {
  if (choice.kind === 'subtitles')
    return [toBesideName(choice), toVersionName({ language: choice.language, presetId: choice.presetId }, presets)]
  return [toBesideName(choice), texts('transcriptIn', { language: toLanguageName(choice.language) })]
}
