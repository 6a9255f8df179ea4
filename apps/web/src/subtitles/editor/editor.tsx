import { effect, useSignal } from '@preact/signals'
import type { Production } from '@rushes/contract'
import { useEffect, useMemo } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { Segments } from '../../design/fields/segments.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { user } from '../../frame/session.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { Player } from '../../player/player.tsx'
import type { Sources } from '../../player/sources.ts'
import type { ReviewedClip } from '../../review/load-clip.ts'
import { describeMissing } from '../../review/no-film.ts'
import { EntryBar } from '../entries/entry-bar.tsx'
import { EntryList } from '../entries/entry-list.tsx'
import { beginSearch, FindPanel, type Search } from '../entries/find-panel.tsx'
import { ExportDialog } from '../files/export-dialog.tsx'
import { GenerateDialog } from '../files/generate-dialog.tsx'
import { ImportDialog } from '../files/import-dialog.tsx'
import type { SubtitleSettings } from '../files/presets.ts'
import { ShiftDialog } from '../files/shift-dialog.tsx'
import { texts } from '../messages.ts'
import type { SubtitlePlace } from '../picture/place.ts'
import { Preview } from '../picture/preview.tsx'
import { SidePanel } from '../side/side-panel.tsx'
import { Timeline } from '../timeline/timeline.tsx'
import { listBesideChoices, loadVersions } from '../versions/versions.ts'
import { createActions } from './actions.ts'
import { createBesideFinder, loadBeside, toBesideName } from './beside.ts'
import type { Desk } from './desk.ts'
import { Hints } from './hints.tsx'
import { useEditorKeys } from './keys.ts'
import { Toolbar, type WindowName } from './toolbar.tsx'

interface EditorProps {
  desk: Desk
  place: SubtitlePlace
  sources: Sources
  clip: ReviewedClip
  production: Pick<Production, 'name' | 'accountId'>
  settings: SubtitleSettings
}

/** Subtitles next to the film: the list in which they are edited, what is wrong with them, and the line of time. */
export function Editor({ desk, place, sources, clip, production, settings }: EditorProps) {
  const { film, format, editing } = desk
  const { prId, moId, language, presetId } = place
  const opened = useSignal<WindowName | undefined>(undefined)
  const search = useSignal<Search | undefined>(undefined)
  const sought = useSignal('')
  const isSideOpen = useSignal(false)
  const beside = useSignal('')
  const actions = useMemo(() => createActions(desk, place), [desk])
  const open = (name: WindowName | undefined) => {
    opened.value = name
  }
  const find = () => {
    const begun = beginSearch(desk, sought.value)
    sought.value = begun.text
    search.value = begun
  }
  const closeSearch = () => {
    search.value = undefined
    actions.leaveText()
  }
  const section = texts('inList')
  useEditorKeys(actions, film, [
    { id: 'subtitles.find', title: texts('find'), keys: 'Ctrl+F', section, run: find },
    { id: 'subtitles.import', title: texts('import'), section, run: () => open('import') },
    { id: 'subtitles.export', title: texts('export'), section, run: () => open('export') },
    { id: 'subtitles.generate', title: texts('generate'), section, run: () => open('generate') },
    { id: 'subtitles.shift', title: texts('shift'), section, run: () => open('shift') },
  ])
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
  useFollowing(desk)
  const names = { production: production.name ?? '', clip: clip.name ?? '', person: user.value?.fullName ?? '' }
  const close = () => open(undefined)
  return (
    <div class="subtitle-editor" data-side={isSideOpen.value} data-beside={findBeside !== undefined}>
      <Toolbar
        desk={desk}
        place={place}
        actions={actions}
        versions={versions.data}
        choices={choices}
        presets={settings.presets}
        beside={beside}
        isFinding={search.value !== undefined}
        onFind={search.value === undefined ? find : closeSearch}
        onOpen={open}
      />
      <div class="editor-picture">
        <Player
          film={film}
          format={format}
          sources={sources}
          shots={desk.shots}
          hasOwnLine
          missing={<p class="notice">{describeMissing(clip)}</p>}
        >
          <Preview film={film} subtitles={editing} look={desk.look} language={language} />
          {sources.isOriginal === true && <span class="editor-original">{texts('isOriginal')}</span>}
        </Player>
        <EntryBar desk={desk} actions={actions} />
      </div>
      <section class="editor-list" aria-label={texts('subtitles')}>
        <ListHead desk={desk} isSideOpen={isSideOpen} />
        {search.value && <FindPanel desk={desk} search={search.value} sought={sought} onClose={closeSearch} />}
        <EntryList desk={desk} actions={actions} findBeside={findBeside} besideLanguage={choice?.language} />
      </section>
      <SidePanel
        desk={desk}
        place={place}
        accountId={production.accountId}
        versions={versions.data?.subtitles ?? []}
        presets={settings.presets}
        findBeside={findBeside}
      />
      <p class="editor-small field-hint">{texts('smallHint')}</p>
      <Timeline
        desk={desk}
        sources={sources}
        other={choice && lines.data ? { language: choice.language, lines: lines.data } : undefined}
      />
      <Hints />
      {opened.value === 'shift' && <ShiftDialog desk={desk} onClose={close} />}
      {opened.value === 'import' && <ImportDialog desk={desk} place={place} onClose={close} />}
      {opened.value === 'generate' && <GenerateDialog desk={desk} place={place} onClose={close} />}
      {opened.value === 'export' && <ExportDialog desk={desk} place={place} names={names} onClose={close} />}
    </div>
  )
}

/** Which entries the list shows, and whether it follows the film. */
function ListHead({ desk, isSideOpen }: { desk: Desk; isSideOpen: { value: boolean } }) {
  const { filter, editing, warned, empty, noted, isFollowing } = desk
  return (
    <div class="editor-list-head">
      <Segments
        label={texts('filter')}
        chosen={filter.value}
        choices={[
          ['all', texts('filterAll'), editing.rows.value.length],
          ['issues', texts('issues'), warned.value.length],
          ['empty', texts('filterEmpty'), empty.value.length],
          ...(noted.value.length > 0 || filter.value === 'notes'
            ? [['notes', texts('notes'), noted.value.length] as const]
            : []),
        ]}
        onChoose={name => {
          filter.value = name
        }}
      />
      <span class="editor-gap" />
      <Button
        kind="quiet"
        small
        icon="crosshair"
        aria-pressed={isFollowing.value}
        onClick={() => {
          isFollowing.value = !isFollowing.value
        }}
      >
        {texts('follow')}
      </Button>
      <Button
        kind="icon"
        small
        class="editor-side-opener"
        icon="panel-right"
        aria-label={texts('sidePanel')}
        aria-expanded={isSideOpen.value}
        onClick={() => {
          isSideOpen.value = !isSideOpen.value
        }}
      />
      <span class="editor-columns" title={texts('columnsHint')}>
        {texts('columns')}
      </span>
    </div>
  )
}

/** While the film plays and nobody writes or spots, the subtitle that it shows is the chosen one. */
function useFollowing(desk: Desk): void {
  useEffect(
    () =>
      effect(() => {
        const key = desk.running.value
        if (key === undefined || !desk.film.isPlaying.value || !desk.isFollowing.value) return
        if (desk.spottedFrom.peek() !== undefined) return
        if (document.activeElement?.closest('[data-subtitle-text], .entry-bar, .find-panel, .editor-side')) return
        desk.editing.choose(key)
      }),
    [desk],
  )
}
