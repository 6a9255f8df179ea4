import { useSignal } from '@preact/signals'
import type { SubtitleComparison } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { SelectField } from '../../design/fields/field.tsx'
import { tell, tellError } from '../../design/floating/toasts.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { bind } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { writeTimecode } from '../../player/frames.ts'
import type { Desk } from '../editor/desk.ts'
import type { PresetEntry } from '../files/presets.ts'
import { texts } from '../messages.ts'
import { countStarted } from '../model/rows.ts'
import { loadSubtitles, type SubtitlePlace } from '../picture/place.ts'
import { toVersionName } from '../versions/version-name.ts'
import type { Version } from '../versions/versions.ts'
import { compareWords, type Piece } from './changed-words.ts'
import { type ComparedRow, hasOtherTimes, hasOtherWords, joinTexts, mayTake, takeTheirs } from './differences.ts'

interface ComparisonProps {
  desk: Desk
  place: SubtitlePlace
  versions: readonly Version[]
  presets: readonly PresetEntry[]
}

/** So many differences are listed at most. */
const maxShown = 200

/** Where another version of the subtitles differs: in its times, in its words where the language is the same, or where only one of them says anything. */
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
      <Loaded resource={compared}>
        {comparison =>
          comparison && (
            <Differences
              key={`${comparison.otherSubtitle.id} ${comparison.otherSubtitle.version} ${comparison.subtitle.version}`}
              desk={desk}
              place={place}
              comparison={comparison}
              onStale={compared.reload}
            />
          )
        }
      </Loaded>
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

interface DifferencesProps {
  desk: Desk
  place: SubtitlePlace
  comparison: SubtitleComparison
  /** That one of the versions is another since. */
  onStale: () => void
}

function Differences({ desk, place, comparison, onStale }: DifferencesProps) {
  // What was taken is compared again once it is saved.
  const taken = useSignal<ReadonlySet<string>>(new Set())
  const busy = useSignal<string | undefined>(undefined)
  const { subtitle, otherSubtitle } = comparison
  const isSameLanguage = subtitle.language === otherSubtitle.language
  const rows = comparison.rows.filter(
    row => !taken.value.has(toKey(row)) && (hasOtherTimes(row) || (isSameLanguage && hasOtherWords(row))),
  )
  const take = async (row: ComparedRow) => {
    if (busy.value !== undefined) return
    busy.value = toKey(row)
    try {
      const { language, subtitlePresetId: presetId } = otherSubtitle
      const { prId, moId } = place
      const found = row.otherEntries.length > 0 ? await loadSubtitles({ prId, moId, language, presetId }) : undefined
      const theirs = row.otherEntries.flatMap(({ index }) => found?.structuredDescription.subtitles[index] ?? [])
      const { editing, look } = desk
      const known = [...look.regions, ...(editing.surroundings.value.regions ?? [])]
      const regions = new Set(known.map(({ id }) => id))
      const isSame = !found || (found.id === otherSubtitle.id && found.version === otherSubtitle.version)
      const changed = isSame ? takeTheirs(editing.rows.value, row, { theirs, isSameLanguage, regions }) : undefined
      if (changed) {
        editing.change(changed)
        taken.value = new Set(taken.value).add(toKey(row))
      } else {
        tell(texts('comparedAgain'))
        onStale()
      }
    } catch (error) {
      tellError(error)
    } finally {
      busy.value = undefined
    }
  }
  if (rows.length === 0) return <p>{texts(isSameLanguage ? 'noDifferences' : 'noOtherTimes')}</p>
  return (
    <>
      <p>{texts('differences', { count: rows.length })}</p>
      <ul>
        {rows.slice(0, maxShown).map(row => (
          <li key={toKey(row)}>
            <button type="button" class="difference" onClick={() => show(desk, row.start)}>
              <span class="tc">{writeTimecode(row.start, desk.format)}</span>
              <Difference row={row} isSameLanguage={isSameLanguage} language={desk.language} />
            </button>
            {mayTake(row, isSameLanguage) && !desk.isReadOnly.value && (
              <Button small isBusy={busy.value === toKey(row)} onClick={() => void take(row)}>
                {texts(row.otherEntries.length === 0 ? 'fixRemove' : 'takeTheirs')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The same as long as both versions are. */
function toKey({ entries, otherEntries }: ComparedRow): string {
  return [entries, otherEntries].map(said => said.map(({ index }) => index).join(' ')).join('|')
}

interface DifferenceProps {
  row: ComparedRow
  isSameLanguage: boolean
  language: string
}

function Difference({ row, isSameLanguage, language }: DifferenceProps) {
  const { entries, otherEntries } = row
  const hasWords = isSameLanguage && entries.length > 0 && otherEntries.length > 0 && hasOtherWords(row)
  if (!hasWords) return <span>{describe(row)}</span>
  const words = compareWords(joinTexts(entries), joinTexts(otherEntries))
  return (
    <>
      {hasOtherTimes(row) && <span>{describeTimes(row)}</span>}
      <span class="difference-words" lang={language} dir="auto">
        <span class="difference-side">{texts('here')}</span> <Words pieces={words.here} />
      </span>
      <span class="difference-words" lang={language} dir="auto">
        <span class="difference-side">{texts('there')}</span> <Words pieces={words.there} />
      </span>
    </>
  )
}

function Words({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <>
      {pieces.map(({ text, isChanged }, index) =>
        isChanged ? <mark key={index}>{text.replaceAll('\n', ' ↵ ')}</mark> : text.replaceAll('\n', ' '),
      )}
    </>
  )
}

function describe(row: ComparedRow): string {
  const { entries, otherEntries } = row
  const say = (said: ComparedRow['entries']) => said.map(({ text }) => text.replaceAll('\n', ' ')).join(' / ')
  if (otherEntries.length === 0) return texts('onlyHere', { text: say(entries) })
  if (entries.length === 0) return texts('onlyThere', { text: say(otherEntries) })
  return `${describeTimes(row)}: ${say(otherEntries)}`
}

function describeTimes({ entries, otherEntries, startDifference = 0, endDifference = 0 }: ComparedRow): string {
  if (entries.length !== otherEntries.length) {
    return texts('otherCount', { here: entries.length, there: otherEntries.length })
  }
  const sign = (frames: number) => `${frames > 0 ? '+' : ''}${frames}`
  return texts('otherTimes', { start: sign(startDifference), end: sign(endDifference) })
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
