import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Segments } from '../design/fields/segments.tsx'
import { Menu } from '../design/floating/menu.tsx'
import { Icon, type IconName } from '../design/icons.tsx'
import { lazy } from '../platform/lazy.tsx'
import { getQuery, setQuery } from '../platform/router.tsx'
import { formatBytes } from '../platform/translations.ts'
import { writeTotal } from './clips/clip-facts.ts'
import type { NamedField } from './clips/clip-fields.ts'
import type { FoundClips } from './clips/found-clips.ts'
import type { Collection } from './collections/collection.ts'
import { stackFunnel } from './collections/paths.ts'
import { texts } from './messages.ts'
import {
  allVersions,
  collectionOrder,
  isInOrder,
  isSortKey,
  type SortKey,
  sorts,
  type Wanted,
} from './search/wanted.ts'
import { isChanging } from './writes/progress.ts'

const ChangeProgress = lazy(() => import('./writes/change-progress.tsx').then(part => part.ChangeProgress))

const keptView = 'rushes.library.view'
const keptSize = 'rushes.library.card'
const sizes = { min: 140, max: 360, usual: 180 }

export interface View {
  readonly isTable: boolean
  /** Least width of a picture, in pixels. */
  readonly cardWidth: Signal<number>
}

/** How the clips are shown: as the address says, else as the person chose last. */
export function useView(): View {
  const cardWidth = useSignal(Number(localStorage.getItem(keptSize)) || sizes.usual)
  const isTable = (getQuery('view') ?? localStorage.getItem(keptView)) === 'list'
  return { isTable, cardWidth }
}

export function setView(isTable: boolean): void {
  localStorage.setItem(keptView, isTable ? 'list' : 'grid')
  setQuery({ view: isTable ? 'list' : 'grid' })
}

interface ViewBarProps {
  view: View
  wanted: Wanted
  /** Fields that divide what is found into groups. */
  groupFields: readonly NamedField[]
  collections: readonly Collection[]
}

/** In which order clips are shown, in which groups, how large, and whether as pictures or as a table. */
export function ViewBar({ view, wanted, groupFields, collections }: ViewBarProps) {
  const { isTable, cardWidth } = view
  const group = groupFields.find(({ name }) => name === wanted.group)
  const keys = [
    ...(wanted.collection === undefined || wanted.within ? [] : [collectionOrder]),
    ...(Object.keys(sorts) as SortKey[]),
  ]
  const name = isSortKey(wanted.sort) || isInOrder(wanted) ? texts(wanted.sort as SortKey) : undefined
  useEffect(() => localStorage.setItem(keptSize, String(cardWidth.value)), [cardWidth.value])
  return (
    <div class="view-bar">
      <Menu
        label={texts('sortNow', { order: name ?? wanted.sort })}
        button={{ icon: 'arrow-down-narrow-wide' }}
        items={[
          ...keys.map(key => ({
            text: texts(key),
            isChecked: key === wanted.sort,
            onChoose: () => setQuery({ sort: key }),
          })),
          ...(collections.some(({ funnel }) => funnel === stackFunnel)
            ? [
                {
                  text: texts('olderToo'),
                  isChecked: wanted.hasOlder === true,
                  isToggle: true,
                  section: 'versions',
                  onChoose: () => setQuery({ versions: wanted.hasOlder ? undefined : allVersions }),
                },
              ]
            : []),
        ]}
      >
        {name ?? texts('sort')}
      </Menu>
      {!isTable && !isInOrder(wanted) && (
        <Menu
          label={texts('groupNow', { field: group?.label ?? texts('ungrouped') })}
          button={{ icon: 'rows-3' }}
          items={[
            {
              text: texts('ungrouped'),
              isChecked: group === undefined,
              onChoose: () => setQuery({ group: undefined }),
            },
            ...groupFields.map(({ name, label }) => ({
              text: label,
              isChecked: name === wanted.group,
              section: 'fields',
              onChoose: () => setQuery({ group: name }),
            })),
          ]}
        >
          {group?.label ?? texts('group')}
        </Menu>
      )}
      {!isTable && (
        <label class="card-size">
          <Icon name="image" size={14} />
          <input
            type="range"
            min={sizes.min}
            max={sizes.max}
            step={20}
            aria-label={texts('cardSize')}
            value={cardWidth.value}
            onInput={event => {
              cardWidth.value = Number(event.currentTarget.value)
            }}
          />
        </label>
      )}
      <Segments
        label={texts('view')}
        choices={[
          ['grid', <ViewIcon key="grid" icon="grid" text={texts('grid')} />],
          ['list', <ViewIcon key="list" icon="table" text={texts('list')} />],
        ]}
        chosen={isTable ? 'list' : 'grid'}
        onChoose={chosen => setView(chosen === 'list')}
      />
    </div>
  )
}

function ViewIcon({ icon, text }: { icon: IconName; text: string }) {
  return (
    <>
      <Icon name={icon} size={16} />
      <span class="only-heard">{text}</span>
    </>
  )
}

/** How much was found: in clips, and in time and bytes where all of it is known. */
export function Summary({ total, found, view }: { total: number | undefined; found: FoundClips; view: View }) {
  void found.turn.value
  const known = Array.from(found.listKnown(), ([, clip]) => clip)
  const isWhole = total !== undefined && known.length >= total
  const seconds = known.reduce((sum, { durationSeconds = 0 }) => sum + durationSeconds, 0)
  const bytes = known.reduce((sum, { size = 0 }) => sum + size, 0)
  return (
    <div class="library-summary num">
      <strong role="status">{total !== undefined && texts('found', { count: total })}</strong>
      {isWhole && seconds > 0 && <span>{writeTotal(seconds)}</span>}
      {isWhole && bytes > 0 && <span>{formatBytes(bytes)}</span>}
      {isChanging.value && <ChangeProgress />}
      {!view.isTable && (
        <span class="library-keys" aria-hidden="true">
          <kbd class="key">Enter</kbd> {texts('keyOpen')}
          <kbd class="key">Space</kbd> {texts('keyPreview')}
          <kbd class="key">X</kbd> {texts('keySelect')}
        </span>
      )}
    </div>
  )
}
