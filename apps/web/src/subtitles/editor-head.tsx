import { SelectField } from '../design/field.tsx'
import { Link, navigate } from '../platform/router.tsx'
import type { Desk } from './desk.ts'
import { texts } from './messages.ts'
import { type SubtitlePlace, toEditorPath, toVersionsPath } from './place.ts'
import type { PresetEntry } from './presets.ts'
import { SaveStatus, WorkStatusBar } from './save-status.tsx'
import { toVersionName } from './version-name.ts'
import type { Version } from './versions.ts'

interface EditorHeadProps {
  desk: Desk
  place: SubtitlePlace
  clipName: string
  versions: readonly Version[]
  presets: readonly PresetEntry[]
}

/** Which subtitles these are, how far they are, and whether all is saved. */
export function EditorHead({ desk, place, clipName, versions, presets }: EditorHeadProps) {
  const { prId, moId, language, presetId } = place
  const paths = new Map<string, string>([[toEditorPath(place), toVersionName({ language, presetId }, presets)]])
  for (const version of versions) {
    paths.set(toEditorPath({ prId, moId, ...version }), toVersionName(version, presets))
  }
  return (
    <header class="editor-head">
      <h1>{texts('titleOf', { clip: clipName })}</h1>
      <SelectField
        label={texts('version')}
        value={toEditorPath(place)}
        options={[...paths]}
        onValue={path => {
          void desk.saver.flush().then(() => navigate(path))
        }}
      />
      <Link class="button" href={toVersionsPath(prId, moId)}>
        {texts('allVersions')}
      </Link>
      <WorkStatusBar desk={desk} place={place} />
      <SaveStatus desk={desk} place={place} />
    </header>
  )
}
