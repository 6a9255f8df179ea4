import type { Signal } from '@preact/signals'
import { Button } from '../design/button.tsx'
import { SelectField, TextField } from '../design/field.tsx'
import { bind } from '../platform/bind.ts'
import { setQuery } from '../platform/router.tsx'
import { type Matching, matchings } from './match.ts'
import { texts } from './messages.ts'

/** How two pictures stand to each other. */
export const arrangements = ['beside', 'wipe', 'difference'] as const
export type Arrangement = (typeof arrangements)[number]

interface CompareBarProps {
  matching: Matching
  offset: number
  arrangement: Arrangement
  sound: Signal<'a' | 'b' | 'none'>
  onSwap: () => void
}

/** How the two are shown and synchronized; it is in the address, so that a link shows the same. */
export function CompareBar({ matching, offset, arrangement, sound, onSwap }: CompareBarProps) {
  const setOffset = (frames: number) => setQuery({ offset: frames === 0 ? undefined : String(frames) })
  return (
    <div class="compare-bar">
      <SelectField
        label={texts('arrangement')}
        value={arrangement}
        options={arrangements.map(known => [known, texts(known)] as const)}
        onValue={value => setQuery({ as: value })}
      />
      <SelectField
        label={texts('matching')}
        value={matching}
        options={matchings.map(known => [known, texts(known)] as const)}
        onValue={value => setQuery({ by: value })}
      />
      <div class="compare-offset">
        <Button aria-label={texts('offsetLess')} onClick={() => setOffset(offset - 1)}>
          −
        </Button>
        <TextField
          label={texts('offset')}
          type="number"
          step={1}
          value={String(offset)}
          onValue={value => {
            if (/^-?\d{1,7}$/.test(value)) setOffset(Number(value))
          }}
        />
        <Button aria-label={texts('offsetMore')} onClick={() => setOffset(offset + 1)}>
          +
        </Button>
      </div>
      <SelectField
        label={texts('sound')}
        options={[
          ['a', 'A'],
          ['b', 'B'],
          ['none', texts('soundNone')],
        ]}
        {...bind(sound)}
      />
      <Button onClick={onSwap}>{texts('swap')}</Button>
    </div>
  )
}
