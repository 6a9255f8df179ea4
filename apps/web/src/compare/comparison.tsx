import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { getQuery, Link, setQuery } from '../platform/router.tsx'
import { Controls } from '../player/controls.tsx'
import { Film } from '../player/film.ts'
import { toFrameFormat, writeTimecode } from '../player/frames.ts'
import { useKeys } from '../player/keys.ts'
import { Screen } from '../player/screen.tsx'
import type { Sources } from '../player/sources.ts'
import { TimeLine } from '../player/time-line.tsx'
import type { ReviewedClip } from '../review/load-clip.ts'
import { describeMissing } from '../review/no-film.ts'
import { type Arrangement, arrangements, CompareBar } from './compare-bar.tsx'
import { follow } from './follow.ts'
import { findMatch, matchings } from './match.ts'
import { texts } from './messages.ts'
import '../player/player.css'
import './compare.css'

/** A clip with what there is to show of it. */
export interface Compared {
  readonly clip: ReviewedClip
  readonly sources: Sources
}

const noKeys = {}

/** Two films in step: A leads, B shows what belongs to the frame of A. */
export function Comparison({ prId, a, b }: { prId: number; a: Compared; b: Compared }) {
  const first = useMemo(() => toShown(a), [a])
  const second = useMemo(() => toShown(b), [b])
  const matching = matchings.find(known => known === getQuery('by')) ?? 'time'
  const offset = Math.trunc(Number(getQuery('offset'))) || 0
  const arrangement: Arrangement = arrangements.find(known => known === getQuery('as')) ?? 'beside'
  const sound = useSignal<'a' | 'b' | 'none'>('a')
  const divider = useSignal(50)
  const place = useRef<HTMLDivElement>(null)
  const toggle = () => first.film.toggle()
  const toSecond = (frame: number) => findMatch(frame, matching, first.format, second.format) + offset
  useEffect(() => follow(first.film, second.film, toSecond), [first, second, matching, offset])
  useKeys(first.film, noKeys)
  const isMuted = useSignal(false)
  const wanted = toSecond(first.film.frame.value)
  const isOutside = wanted < 0 || wanted >= second.film.frameCount
  return (
    <div class="compare" ref={place}>
      <CompareBar
        matching={matching}
        offset={offset}
        arrangement={arrangement}
        sound={sound}
        onSwap={() => setQuery({ a: String(b.clip.id), b: String(a.clip.id), offset: String(-offset) })}
      />
      <div class="compare-screens" data-arrangement={arrangement} style={{ '--divider': `${divider.value}%` }}>
        <Side letter="A" prId={prId} shown={first} isMuted={isMuted.value || sound.value !== 'a'} onToggle={toggle} />
        <Side letter="B" prId={prId} shown={second} isMuted={isMuted.value || sound.value !== 'b'} onToggle={toggle} />
      </div>
      {arrangement === 'wipe' && (
        <input
          class="compare-divider"
          type="range"
          min={0}
          max={100}
          value={divider.value}
          aria-label={texts('divider')}
          onInput={event => {
            divider.value = Number(event.currentTarget.value)
          }}
        />
      )}
      <p class="field-hint" role="status">
        {isOutside && texts('outside')}
      </p>
      <TimeLine
        film={first.film}
        format={first.format}
        pins={undefined}
        shots={a.clip.shots}
        peaks={a.sources.peaks}
        sprite={a.sources.sprite}
      />
      <Controls
        film={first.film}
        format={first.format}
        isMuted={isMuted}
        onFullScreen={() => {
          if (document.fullscreenElement) void document.exitFullscreen()
          else void place.current?.requestFullscreen()
        }}
      />
    </div>
  )
}

function toShown({ clip, sources }: Compared) {
  const format = toFrameFormat(clip)
  return { clip, sources, format, film: new Film(format.rate, clip.frameCount) }
}

interface SideProps {
  letter: 'A' | 'B'
  prId: number
  shown: ReturnType<typeof toShown>
  isMuted: boolean
  onToggle: () => void
}

function Side({ letter, prId, shown: { clip, sources, film, format }, isMuted, onToggle }: SideProps) {
  const name = clip.name ?? `#${clip.id}`
  return (
    <figure class="compare-side" data-letter={letter}>
      <Screen
        film={film}
        sources={sources}
        isMuted={isMuted}
        onToggle={onToggle}
        label={`${letter}: ${name}`}
        missing={<p class="notice">{describeMissing(clip)}</p>}
      />
      <figcaption class="compare-caption">
        <strong>{letter}</strong>
        <Link href={`/app/production/${prId}/clip/${clip.id}`} aria-label={texts('open', { name })}>
          {name}
        </Link>
        <output class="compare-frame">
          {writeTimecode(film.frame.value, format)} · {film.frame.value}
        </output>
      </figcaption>
    </figure>
  )
}
