import type { SubtitleEntry } from '@rushes/contract'
import { useId } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import type { Desk } from '../editor/desk.ts'
import { texts } from '../messages.ts'
import { setMembers } from '../model/edits.ts'
import { readStyle } from '../model/rich-text.ts'
import type { Row } from '../model/rows.ts'
import { CompactSelect } from './compact-select.tsx'
import { setStyle, toggleStyle, toStyledRange } from './styles.ts'

/** The colours that teletext has. */
const colours = [
  ['#ffffff', 'white'],
  ['#ffff00', 'yellow'],
  ['#00ffff', 'cyan'],
  ['#00ff00', 'green'],
  ['#ff00ff', 'magenta'],
  ['#ff0000', 'red'],
  ['#0000ff', 'blue'],
  ['#000000', 'black'],
] as const

const alignments = ['left', 'center', 'right'] as const

interface StyleBarProps {
  desk: Desk
  row: Row
}

/** How the marked text looks (all of it where nothing is marked), and where the subtitle is. */
export function StyleBar({ desk, row }: StyleBarProps) {
  const speakersId = useId()
  const disabled = desk.isReadOnly.value
  const style = readStyle(row.entry.textParts ?? [], toStyledRange(row, desk.marked.value))
  const known: [string, string][] = [
    ['', texts('preset')],
    ...colours.map(([value, name]): [string, string] => [value, texts(name)]),
  ]
  const colour = style.colour?.toLowerCase() ?? ''
  if (!known.some(([value]) => value === colour)) known.push([colour, colour])
  return (
    <div class="style-bar">
      <div class="style-toggles">
        {(['italic', 'bold', 'underline'] as const).map(name => (
          <Button
            key={name}
            kind="icon"
            small
            class={`style-${name}`}
            aria-pressed={style[name] === true}
            aria-label={texts(name)}
            disabled={disabled}
            // The text keeps its focus, and what is marked in it.
            onPointerDown={event => event.preventDefault()}
            onClick={() => toggleStyle(desk, row, name)}
          >
            {texts(`${name}Letter`)}
          </Button>
        ))}
      </div>
      <CompactSelect
        label={texts('colour')}
        value={colour}
        options={known}
        disabled={disabled}
        onValue={value => setStyle(desk, row, { colour: value === '' ? undefined : (value as `#${string}`) })}
      />
      <CompactSelect
        label={texts('region')}
        value={row.entry.region ?? ''}
        options={[['', texts('preset')], ...listRegions(desk).map((id): [string, string] => [id, toRegionName(id)])]}
        disabled={disabled}
        onValue={value => setPlace(desk, row, { region: value === '' ? undefined : value })}
      />
      <CompactSelect
        label={texts('align')}
        value={row.entry.layout?.textAlign ?? ''}
        options={[
          ['', texts('preset')],
          ...alignments.map((name): [string, string] => [name, texts(name)]),
          ...(row.entry.layout?.textAlign && !alignments.some(name => name === row.entry.layout?.textAlign)
            ? ([[row.entry.layout.textAlign, row.entry.layout.textAlign]] as [string, string][])
            : []),
        ]}
        disabled={disabled}
        onValue={value => {
          const { textAlign: _before, ...others } = row.entry.layout ?? {}
          const chosen = alignments.find(name => name === value)
          const layout = { ...others, ...(chosen && { textAlign: chosen }) }
          setPlace(desk, row, { layout: Object.keys(layout).length > 0 ? layout : undefined })
        }}
      />
      <label class="compact-field">
        <span>{texts('speaker')}</span>
        <input
          value={style.speaker ?? ''}
          list={speakersId}
          disabled={disabled}
          autocomplete="off"
          onInput={({ currentTarget: { value } }) => setStyle(desk, row, { speaker: value === '' ? undefined : value })}
        />
        <datalist id={speakersId}>
          {listSpeakers(desk).map(speaker => (
            <option key={speaker} value={speaker} />
          ))}
        </datalist>
      </label>
    </div>
  )
}

function setPlace(
  { editing }: Desk,
  { key }: Row,
  place: { region?: string | undefined; layout?: SubtitleEntry['layout'] | undefined },
): void {
  editing.change(setMembers(editing.rows.value, key, place))
}

/** Regions of the preset, and those that a file brought. */
function listRegions({ look, editing }: Desk): string[] {
  const ofFile = editing.surroundings.value.regions ?? []
  return [...new Set([...look.regions, ...ofFile].map(({ id }) => id))]
}

function toRegionName(id: string): string {
  if (id === 'topRegion') return texts('top')
  return id === 'bottomRegion' ? texts('bottom') : id
}

function listSpeakers({ editing }: Desk): string[] {
  const names = editing.rows.value.flatMap(({ entry }) => (entry.textParts ?? []).map(part => part.style?.speaker))
  return [...new Set(names)].filter(name => name !== undefined).slice(0, 100)
}
