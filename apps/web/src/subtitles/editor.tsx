import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { tellError } from '../design/toasts.tsx'
import { assign } from '../platform/bind.ts'
import { useResource } from '../platform/resource.ts'
import { Player } from '../player/player.tsx'
import type { Sources } from '../player/sources.ts'
import type { ReviewedClip } from '../review/load-clip.ts'
import { describeMissing } from '../review/no-film.ts'
import { createActions } from './actions.ts'
import { createBesideFinder, loadBeside, toBesideName } from './beside.ts'
import type { Desk } from './desk.ts'
import { EditorHead } from './editor-head.tsx'
import { EntryForm } from './entry-form.tsx'
import { EntryList } from './entry-list.tsx'
import { EntryTools } from './entry-tools.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { FindPanel } from './find-panel.tsx'
import { GenerateDialog } from './generate-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { useEditorKeys } from './keys.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { texts } from './messages.ts'
import { countStarted } from './model/rows.ts'
import type { SubtitlePlace } from './place.ts'
import type { SubtitleSettings } from './presets.ts'
import { Preview } from './preview.tsx'
import { ShiftDialog } from './shift-dialog.tsx'
import { SpottingLine } from './spotting-line.tsx'
import { Toolbar, type WindowName } from './toolbar.tsx'
import { listBesideChoices, loadVersions } from './versions.ts'

interface EditorProps {
  desk: Desk
  place: SubtitlePlace
  sources: Sources
  clip: ReviewedClip
  settings: SubtitleSettings
}

/** Subtitles beside the film: the list, the chosen one, and the line of time. */
export function Editor({ desk, place, sources, clip, settings }: EditorProps) {
  const { film, format, editing } = desk
  const { prId, moId, language, presetId } = place
  const opened = useSignal<WindowName | undefined>(undefined)
  const isFinding = useSignal(false)
  const beside = useSignal('')
  const actions = useMemo(() => createActions(desk), [desk])
  const extra = useMemo(
    () => ({
      singles: { '?': () => open('keys') },
      combinations: {
        'Ctrl+f': () => {
          isFinding.value = true
        },
        'Ctrl+ ': () => film.toggle(),
      },
    }),
    [desk],
  )
  const open = (name: WindowName | undefined) => {
    opened.value = name
  }
  const keys = useEditorKeys(actions, extra)
  const versions = useResource(signal => loadVersions(prId, moId, signal), [prId, moId])
  const choices = versions.data ? listBesideChoices(versions.data, language, presetId) : []
  const choice = choices.find(known => toBesideName(known) === beside.value)
  const lines = useResource(
    signal => (choice ? loadBeside(place, choice, signal) : Promise.resolve([])),
    [prId, moId, beside.value],
  )
  useEffect(() => {
    if (lines.error !== undefined) tellError(lines.error)
  }, [lines.error])
  const findBeside = useMemo(
    () => (choice && lines.data ? createBesideFinder(lines.data, choice.kind) : undefined),
    [lines.data, beside.value],
  )
  const close = () => open(undefined)
  const row = desk.row.value
  return (
    <div class="subtitle-editor">
      <EditorHead
        desk={desk}
        place={place}
        clipName={clip.name ?? ''}
        versions={versions.data?.subtitles ?? []}
        presets={settings.presets}
      />
      <div class="editor-picture">
        <Player
          film={film}
          format={format}
          sources={sources}
          shots={desk.shots}
          keys={keys}
          missing={<p class="notice">{describeMissing(clip)}</p>}
        >
          <Preview film={film} editing={editing} look={desk.look} language={language} />
        </Player>
        <SpottingLine desk={desk} peaks={sources.peaks} />
      </div>
      <EntryForm desk={desk} actions={actions} beside={(row && findBeside?.(row)) ?? []} />
      <EntryTools desk={desk} actions={actions} />
      <section class="editor-list" aria-label={texts('subtitles')}>
        <Toolbar
          desk={desk}
          presets={settings.presets}
          actions={actions}
          choices={choices}
          beside={beside}
          onFind={() => {
            isFinding.value = !isFinding.value
          }}
          onOpen={open}
        />
        {isFinding.value && <FindPanel desk={desk} onClose={assign(isFinding, false)} />}
        <EntryList desk={desk} findBeside={findBeside} besideLanguage={choice?.language} />
      </section>
      <Following desk={desk} />
      {opened.value === 'shift' && <ShiftDialog desk={desk} onClose={close} />}
      {opened.value === 'import' && <ImportDialog desk={desk} place={place} onClose={close} />}
      {opened.value === 'generate' && <GenerateDialog desk={desk} place={place} onClose={close} />}
      {opened.value === 'export' && <ExportDialog desk={desk} place={place} onClose={close} />}
      {opened.value === 'keys' && <KeysDialog onClose={close} />}
    </div>
  )
}

/** While the film plays and nobody writes, the subtitle that it shows is the chosen one. */
function Following({ desk: { film, editing, isFollowing } }: { desk: Desk }) {
  const frame = film.frame.value
  const isPlaying = film.isPlaying.value
  useEffect(() => {
    if (!isPlaying || !isFollowing.value || document.activeElement?.closest('.entry-form, .entry-tools, .find-panel'))
      return
    const rows = editing.rows.value
    const row = rows[countStarted(rows, frame) - 1]
    if (row && frame < row.entry.end) editing.choose(row.key)
  }, [frame, isPlaying])
  return null
}
