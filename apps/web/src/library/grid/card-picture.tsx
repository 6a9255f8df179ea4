import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Icon, type IconName } from '../../design/icons.tsx'
import { isUnreadable } from '../../player/media-names.ts'
import { readLoudness, writeDuration, writeFormat } from '../clips/clip-facts.ts'
import { nameKind } from '../clips/clip-fields.ts'
import type { FoundClip } from '../clips/clip-search.ts'
import { texts } from '../messages.ts'
import type { CardState } from './card-state.ts'
import type { Scrub } from './scrubbing/scrub.ts'

interface CardPictureProps {
  prId: number
  clip: FoundClip
  state: CardState
  /** The pictures for scrubbing; absent where nobody scrubs. */
  scrub: Scrub | undefined
}

/** What a clip looks like: its poster, its waveform, or what it is; the pointer scrubs through a film. */
export function CardPicture({ prId, clip, state, scrub }: CardPictureProps) {
  const place = useRef<HTMLDivElement>(null)
  const isScrubbing = useSignal(false)
  useEffect(() => {
    if (!place.current || !scrub || clip.type !== 'VIDEO') return undefined
    return scrub.follow(place.current, clip, shown => {
      isScrubbing.value = shown
    })
  }, [scrub, clip.id, clip.type])
  const duration = writeDuration(clip)
  const format = writeFormat(clip)
  return (
    <div class="clip-cell-picture stage" aria-hidden="true" ref={place} data-scrubbing={isScrubbing.value || undefined}>
      <Content {...{ prId, clip, state }} />
      <span class="scrub" aria-hidden="true">
        <i />
        <b />
      </span>
      {duration !== '' && (
        <span class="card-tag tc card-duration" data-duration={duration}>
          {duration}
        </span>
      )}
      {format !== '' && <span class="card-tag card-format">{format}</span>}
    </div>
  )
}

function Content({ prId, clip, state }: Omit<CardPictureProps, 'scrub'>) {
  if (state.failure) {
    return (
      <span class="card-message">
        <Icon name={findIcon(clip, state)} size={20} />
        <span>{state.failure.reason}</span>
      </span>
    )
  }
  if (clip.hasPoster) {
    return (
      <img
        src={`/api/production/${prId}/mo/${clip.id}/poster`}
        alt=""
        width={320}
        height={180}
        decoding="async"
        draggable={false}
      />
    )
  }
  if (state.percent !== undefined || state.isBusy) return <Busy percent={state.percent} name={clip.name} />
  if (clip.type === 'AUDIO') return <Waveform digits={clip.loudness} />
  return (
    <span class="card-message">
      <Icon name={findIcon(clip, state)} size={20} />
      <span>{describeMissing(clip)}</span>
    </span>
  )
}

/** The icon of a clip that has no picture. */
export function findIcon({ type, name }: FoundClip, { failure }: CardState): IconName {
  if (failure) return 'file-x'
  if (isUnreadable({ type, name })) return 'file-x'
  const icons: Readonly<Record<string, IconName>> = { VIDEO: 'film', IMAGE: 'image', AUDIO: 'waveform' }
  return icons[type] ?? 'file'
}

/** What stands for the picture of a clip that has none. */
function describeMissing({ type, name }: FoundClip): string {
  if (type === 'PENDING') return texts('noFile')
  const extension = type === 'DOCUMENT' ? /\.(\w{1,5})$/.exec(name)?.[1] : undefined
  return extension?.toUpperCase() ?? nameKind(type)
}

export function Busy({ percent, name }: { percent: number | undefined; name: string }) {
  return (
    <span class="card-message">
      <Icon name="film" size={20} />
      {percent !== undefined && <progress class="card-progress" max={100} value={percent} aria-label={name} />}
    </span>
  )
}

/** How loud a sound is, from its beginning to its end. */
function Waveform({ digits }: { digits: string | undefined }) {
  const steps = readLoudness(digits)
  if (steps.length === 0) {
    return (
      <span class="card-message">
        <Icon name="waveform" size={20} />
      </span>
    )
  }
  const path = steps.map(
    (height, at) => `M${at + 0.5} ${16 - Math.max(0.4, height * 15)}v${Math.max(0.8, height * 30)}`,
  )
  return (
    <svg class="card-waveform" viewBox={`0 0 ${steps.length} 32`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path.join('')} />
    </svg>
  )
}
