import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from '../design/fields/button.tsx'
import { Segments } from '../design/fields/segments.tsx'
import { setQuery } from '../platform/router.tsx'
import type { SideName } from './clip-choice.tsx'
import type { Matching } from './match.ts'
import { texts } from './messages.ts'

/** How two pictures stand to each other. */
export const arrangements = ['beside', 'wipe', 'difference', 'flip'] as const
export type Arrangement = (typeof arrangements)[number]

interface CompareBarProps {
  matching: Matching
  /** What can be chosen. */
  matchings: readonly Matching[]
  offset: number
  isLinked: boolean
  onLink: () => void
  arrangement: Arrangement
  sound: Signal<SideName | 'none'>
  onSwap: () => void
  /** What changed between the two. */
  children?: ComponentChildren
}

/** How the two are shown and synchronized; it is in the address, so that a link shows the same. */
export function CompareBar(props: CompareBarProps) {
  const { matching, matchings, offset, isLinked, onLink, arrangement, sound, onSwap, children } = props
  const setOffset = (frames: number) => setQuery({ offset: frames === 0 ? undefined : String(frames) })
  return (
    <div class="compare-bar">
      <Segments
        label={texts('arrangement')}
        choices={arrangements.map(known => [known, texts(known)] as const)}
        chosen={arrangement}
        onChoose={value => setQuery({ as: value === 'beside' ? undefined : value })}
      />
      <Button small icon="link" aria-pressed={isLinked} data-tip={texts('linkedHint')} onClick={onLink}>
        {texts('linked')}
      </Button>
      <span class="compare-group">
        <span aria-hidden="true">{texts('matching')}</span>
        <Segments
          label={texts('matching')}
          choices={matchings.map(known => [known, texts(known)] as const)}
          chosen={matching}
          onChoose={value => setQuery({ by: value === 'time' ? undefined : value })}
        />
      </span>
      <span class="compare-group">
        <span aria-hidden="true">{texts('offsetOf')}</span>
        <Button kind="icon" icon="minus" small aria-label={texts('offsetLess')} onClick={() => setOffset(offset - 1)} />
        <input
          class="input compare-offset"
          type="number"
          step={1}
          aria-label={texts('offset')}
          value={offset}
          onInput={({ currentTarget: { value } }) => {
            if (/^-?\d{1,7}$/.test(value)) setOffset(Number(value))
          }}
        />
        <Button kind="icon" icon="plus" small aria-label={texts('offsetMore')} onClick={() => setOffset(offset + 1)} />
      </span>
      <span class="compare-group">
        <span aria-hidden="true">{texts('sound')}</span>
        <Segments
          label={texts('sound')}
          choices={[
            ['a', 'A'],
            ['b', 'B'],
            ['none', texts('soundNone')],
          ]}
          chosen={sound.value}
          onChoose={value => {
            sound.value = value
          }}
        />
      </span>
      <Button small class="compare-swap" onClick={onSwap}>
        {texts('swap')}
      </Button>
      {children}
    </div>
  )
}
