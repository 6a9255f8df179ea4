import type { Signal } from '@preact/signals'
import { Button } from '../../design/fields/button.tsx'
import { Menu, type MenuItem } from '../../design/floating/menu.tsx'
import { Icon } from '../../design/icons.tsx'
import { overlay } from '../../frame/overlay.ts'
import { assign } from '../../platform/bind.ts'
import { navigate } from '../../platform/router.tsx'
import { CompactSelect } from '../entries/compact-select.tsx'
import type { PresetEntry } from '../files/presets.ts'
import { texts } from '../messages.ts'
import { type SubtitlePlace, toEditorPath, toVersionsPath } from '../picture/place.ts'
import { toLanguageName } from '../versions/language-names.ts'
import { toVersionName } from '../versions/version-name.ts'
import type { Versions } from '../versions/versions.ts'
import type { Actions } from './actions.ts'
import { type BesideChoice, toBesideName } from './beside.ts'
import type { Desk } from './desk.ts'
import { SaveStatus, WorkStatusBar } from './save-status.tsx'

/** Windows above the editor. */
export type WindowName = 'shift' | 'import' | 'generate' | 'export'

interface ToolbarProps {
  desk: Desk
  place: SubtitlePlace
  actions: Actions
  versions: Versions | undefined
  choices: readonly BesideChoice[]
  presets: readonly PresetEntry[]
  /** The name of what is shown beside. */
  beside: Signal<string>
  isFinding: boolean
  onFind: () => void
  onOpen: (name: WindowName) => void
}

/** Which subtitles these are, what is done with all of them, and whether they are saved. */
export function Toolbar(props: ToolbarProps) {
  const { desk, place, actions, versions, choices, presets, beside, isFinding, onFind, onOpen } = props
  const { editing, rules } = desk
  const disabled = desk.isReadOnly.value
  const preset = presets.find(({ id }) => id === place.presetId)?.name
  const limits = rules && `${rules.spotting.maximumLineLength} / ${rules.spotting.maximumCharactersPerSecond}`
  return (
    <header class="editor-bar">
      <Menu
        label={toLanguageName(place.language)}
        align="start"
        items={listVersionItems(desk, place, versions, presets)}
        button={{ kind: 'default', icon: 'captions' }}
      >
        <span class="editor-version">{toLanguageName(place.language)}</span>
        <Icon name="chevron-down" size={12} />
      </Menu>
      {preset !== undefined && (
        <span class="editor-preset" title={texts('presetHint')}>
          {[preset, limits].filter(Boolean).join(' · ')}
        </span>
      )}
      {choices.length > 0 && (
        <CompactSelect
          label={texts('beside')}
          value={beside.value}
          options={[['', texts('besideNothing')], ...choices.map(choice => toOption(choice, presets))]}
          onValue={value => {
            beside.value = value
          }}
        />
      )}
      <span class="editor-rule" />
      <Button
        kind="icon"
        icon="undo"
        keys="Ctrl+Z"
        aria-label={texts('undo')}
        disabled={disabled || !editing.canUndo}
        onClick={actions.undo}
      />
      <Button
        kind="icon"
        icon="redo"
        keys="Ctrl+Shift+Z"
        aria-label={texts('redo')}
        disabled={disabled || !editing.canRedo}
        onClick={actions.redo}
      />
      <Button
        kind="icon"
        icon="search"
        keys="Ctrl+F"
        aria-label={texts('find')}
        aria-pressed={isFinding}
        // What is marked in a text is sought.
        onPointerDown={event => event.preventDefault()}
        onClick={onFind}
      />
      <Menu
        items={[
          { text: texts('generate'), icon: 'waveform', onChoose: () => onOpen('generate'), disabled },
          {
            text: texts('shift'),
            icon: 'clock',
            onChoose: () => onOpen('shift'),
            disabled: disabled || editing.rows.value.length === 0,
          },
          { text: texts('keys'), icon: 'keyboard', keys: '?', onChoose: assign(overlay, 'keys') },
        ]}
      />
      <span class="editor-gap" />
      <SaveStatus desk={desk} place={place} />
      <WorkStatusBar desk={desk} place={place}>
        <Button icon="upload" disabled={disabled} onClick={() => onOpen('import')}>
          {texts('import')}
        </Button>
        <Button icon="download" onClick={() => onOpen('export')}>
          {texts('export')}
        </Button>
      </WorkStatusBar>
    </header>
  )
}

/** The subtitles of the clip, to go to; then the page of all of them. */
function listVersionItems(
  desk: Desk,
  place: SubtitlePlace,
  versions: Versions | undefined,
  presets: readonly PresetEntry[],
): MenuItem[] {
  const { prId, moId, language, presetId } = place
  const go = (path: string) => () => void desk.saver.flush().then(() => navigate(path))
  const known = new Map([[toEditorPath(place), toVersionName({ language, presetId }, presets)]])
  for (const version of versions?.subtitles ?? []) {
    known.set(toEditorPath({ prId, moId, ...version }), toVersionName(version, presets))
  }
  return [
    ...Array.from(known, ([path, text]) => ({ text, isChecked: path === toEditorPath(place), onChoose: go(path) })),
    { text: texts('allVersions'), icon: 'layers', section: 'all', onChoose: go(toVersionsPath(prId, moId)) },
  ]
}

function toOption(choice: BesideChoice, presets: readonly PresetEntry[]): [string, string] {
  if (choice.kind === 'subtitles')
    return [toBesideName(choice), toVersionName({ language: choice.language, presetId: choice.presetId }, presets)]
  return [toBesideName(choice), texts('transcriptIn', { language: toLanguageName(choice.language) })]
}
