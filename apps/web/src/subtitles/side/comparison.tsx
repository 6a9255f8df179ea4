import { useSignal } from '@preact/signals'
import type { SubtitleComparison } from '@rushes/contract'
import { SelectField } from '../../design/fields/field.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { bind } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { writeTimecode } from '../../player/frames.ts'
import type { Desk } from '../editor/desk.ts'
import type { PresetEntry } from '../files/presets.ts'
import { texts } from '../messages.ts'
import { countStarted } from '../model/rows.ts'
import type { SubtitlePlace } from '../picture/place.ts'
import { toVersionName } from '../versions/version-name.ts'
import type { Version } from '../versions/versions.ts'

interface ComparisonProps {
  desk: Desk
  place: SubtitlePlace
  versions: readonly Version[]
  presets: readonly PresetEntry[]
}

type ComparedRow = SubtitleComparison['rows'][number]

/** So many differences are listed at most. */
const maxShown = 200

/** Where another version of the subtitles differs: in its times, or where only one of them says anything. */
export function Comparison({ desk, place, versions, presets }: ComparisonProps) {
  const others = versions.filter(({ language, presetId }) => language !== place.language || presetId !== place.presetId)
  const chosen = useSignal('0')
  const other = others[Number(chosen.value)]
  // What is saved is compared, so that what is edited here changes it once it is.
  const version = desk.saver.state.value === 'saved' ? desk.editing.version : undefined
  const compared = useResource(
    signal => compare(place, other, signal),
    [place.language, place.presetId, other?.language, other?.presetId, version],
  )
  if (others.length === 0) return <p class="field-hint">{texts('noOtherVersion')}</p>
  return (
    <div class="comparison">
      <SelectField
        label={texts('compareWith')}
        options={others.map((each, index): [string, string] => [String(index), toVersionName(each, presets)])}
        {...bind(chosen)}
      />
      <Loaded resource={compared}>{comparison => <Differences desk={desk} comparison={comparison} />}</Loaded>
    </div>
  )
}

async function compare(
  { prId, moId, language, presetId }: SubtitlePlace,
  other: Version | undefined,
  signal: AbortSignal,
): Promise<SubtitleComparison | undefined> {
  if (!other) return undefined
  return api.subtitles.compareSubtitles({
    prId,
    moId,
    language,
    otherLanguage: other.language,
    query: {
      ...(presetId !== undefined && { presetId }),
      ...(other.presetId !== undefined && { otherPresetId: other.presetId }),
    },
    signal,
  })
}

function Differences({ desk, comparison }: { desk: Desk; comparison: SubtitleComparison | undefined }) {
  const rows = comparison?.rows.filter(isDifferent) ?? []
  if (rows.length === 0) return <p>{texts('noDifferences')}</p>
  return (
    <>
      <p>{texts('differences', { count: rows.length })}</p>
      <ul>
        {rows.slice(0, maxShown).map(row => (
          <li key={`${row.start} ${row.end}`}>
            <button type="button" class="difference" onClick={() => show(desk, row.start)}>
              <span class="tc">{writeTimecode(row.start, desk.format)}</span>
              <span>{describe(row)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function isDifferent({ entries, otherEntries, startDifference, endDifference }: ComparedRow): boolean {
  const isAlone = entries.length === 0 || otherEntries.length === 0
  return isAlone || startDifference !== 0 || endDifference !== 0
}

function describe({ entries, otherEntries, startDifference = 0, endDifference = 0 }: ComparedRow): string {
  const say = (said: ComparedRow['entries']) => said.map(({ text }) => text.replaceAll('\n', ' ')).join(' / ')
  if (otherEntries.length === 0) return texts('onlyHere', { text: say(entries) })
  if (entries.length === 0) return texts('onlyThere', { text: say(otherEntries) })
  const sign = (frames: number) => `${frames > 0 ? '+' : ''}${frames}`
  return texts('otherTimes', { start: sign(startDifference), end: sign(endDifference), text: say(otherEntries) })
}

function show(desk: Desk, frame: number): void {
  const rows = desk.editing.rows.value
  const row = rows[countStarted(rows, frame) - 1]
  if (row && frame < row.entry.end) desk.show(row)
  else {
    desk.film.pause()
    desk.film.seek(frame)
  }
}
