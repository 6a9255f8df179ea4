import type { Signal } from '@preact/signals'
import { Button } from '../design/fields/button.tsx'
import { Segments } from '../design/fields/segments.tsx'
import { setQuery } from '../platform/router.tsx'
import type { SideName } from './clip-choice.tsx'
import { type Matching, matchings } from './match.ts'
import { texts } from './messages.ts'

/** How two pictures stand to each other. */
export const arrangements = ['beside', 'wipe', 'difference'] as const
export type Arrangement = (typeof arrangements)[number]

interface CompareBarProps {
  matching: Matching
  offset: number
  arrangement: Arrangement
  sound: Signal<SideName | 'none'>
  onSwap: () => void
}

/** How the two are shown and synchronized; it is in the address, so that a link shows the same. */
export function CompareBar({ matching, offset, arrangement, sound, onSwap }: CompareBarProps) {
  const setOffset = (frames: number) => setQuery({ offset: frames === 0 ? undefined : String(frames) })
  return (
    <div class="compare-bar">
      <Segments
        label={texts('arrangement')}
        choices={arrangements.map(known => [known, texts(known)] as const)}
        chosen={arrangement}
        onChoose={value => setQuery({ as: value === 'beside' ? undefined : value })}
      />
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
    </div>
  )
}
