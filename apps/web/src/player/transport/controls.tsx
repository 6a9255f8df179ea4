import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from '../../design/fields/button.tsx'
import { Menu } from '../../design/floating/menu.tsx'
import { assign } from '../../platform/bind.ts'
import { lazy } from '../../platform/lazy.tsx'
import type { Captions } from '../captions.ts'
import type { Film } from '../film.ts'
import { type FrameFormat, writeTimecode } from '../frames.ts'
import { texts } from '../messages.ts'
import { guides, listGuideItems } from './guides.tsx'
import { setVolume, volume } from './sound.ts'
import { Timecode } from './timecode.tsx'

const KeysDialog = lazy(() => import('./keys-dialog.tsx').then(part => part.KeysDialog))

interface ControlsProps {
  film: Film
  format: FrameFormat
  isMuted: Signal<boolean>
  onFullScreen: () => void
  /** Go to the shot before or after; absent where there is only one. */
  onPreviousShot?: (() => void) | undefined
  onNextShot?: (() => void) | undefined
  /** Whether there is a picture to lay lines over. */
  hasPicture?: boolean
  captions?: Captions | undefined
  /** Files of different quality, and the one that plays. */
  qualities?: readonly Quality[]
  quality?: number | undefined
  onQuality?: (id: number) => void
  links?: ComponentChildren
}

/** A file that plays a clip. */
export interface Quality {
  readonly id: number
  readonly name: string
}

/** Slower and faster than life; J and L know more. */
const speeds = [0.25, 0.5, 1, 1.5, 2]

/** Position, play and all that changes how a film is shown; play is always in the middle. */
export function Controls(props: ControlsProps) {
  const {
    film,
    format,
    isMuted,
    onFullScreen,
    onPreviousShot,
    onNextShot,
    hasPicture = false,
    captions,
    qualities = [],
    quality,
    onQuality,
    links,
  } = props
  const areKeysShown = useSignal(false)
  const isPlaying = film.isPlaying.value
  return (
    <div class="player-controls">
      <Timecode film={film} format={format} hasRate={hasPicture}>
        {links}
      </Timecode>
      <div class="player-group player-middle">
        {onPreviousShot && (
          <Button
            class="player-shot"
            kind="icon"
            icon="skip-back"
            keys="ArrowUp"
            aria-label={texts('previousShot')}
            onClick={onPreviousShot}
          />
        )}
        <Button
          kind="icon"
          icon="step-back"
          keys="ArrowLeft"
          aria-label={texts('back')}
          onClick={() => film.step(-1)}
        />
        <Button
          class="player-play"
          kind="icon"
          icon={isPlaying ? 'pause' : 'play'}
          keys="Space"
          aria-label={texts(isPlaying ? 'pause' : 'play')}
          onClick={() => film.toggle()}
        />
        <Button
          kind="icon"
          icon="step-forward"
          keys="ArrowRight"
          aria-label={texts('forward')}
          onClick={() => film.step(1)}
        />
        {onNextShot && (
          <Button
            class="player-shot"
            kind="icon"
            icon="skip-forward"
            keys="ArrowDown"
            aria-label={texts('nextShot')}
            onClick={onNextShot}
          />
        )}
      </div>
      <div class="player-group player-end">
        <Marks film={film} format={format} />
        <label class="player-choice">
          <span class="only-heard">{texts('speed')}</span>
          <select class="input" onChange={event => film.setPace(Number(event.currentTarget.value))}>
            {speeds.map(speed => (
              <option key={speed} value={speed} selected={speed === film.pace.value}>
                {speed}×
              </option>
            ))}
          </select>
        </label>
        {qualities.length > 1 && (
          <label class="player-choice player-quality player-desk">
            <span class="only-heard">{texts('quality')}</span>
            <select class="input" onChange={event => onQuality?.(Number(event.currentTarget.value))}>
              {qualities.map(({ id, name }) => (
                <option key={id} value={id} selected={id === quality}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {captions && captions.versions.value.length > 0 && (
          <Menu
            label={texts('subtitles')}
            items={captions.listItems()}
            button={{ kind: 'icon', icon: 'captions', 'aria-pressed': captions.isOn.value, class: 'player-captions' }}
          />
        )}
        {hasPicture && (
          <Menu
            label={texts('guides')}
            items={listGuideItems()}
            button={{
              kind: 'icon',
              icon: 'grid',
              'aria-pressed': guides.value !== 'none',
              class: 'player-desk player-guiding',
            }}
          />
        )}
        <Button
          class="player-mute"
          kind="icon"
          icon={isMuted.value ? 'volume-x' : 'volume-2'}
          keys="M"
          aria-label={texts('mute')}
          aria-pressed={isMuted.value}
          onClick={() => {
            isMuted.value = !isMuted.value
          }}
        />
        <input
          class="player-volume player-desk"
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={isMuted.value ? 0 : volume.value}
          aria-label={texts('volume')}
          onInput={event => {
            isMuted.value = false
            setVolume(Number(event.currentTarget.value))
          }}
        />
        <Button
          class="player-desk player-keys"
          kind="icon"
          icon="keyboard"
          aria-label={texts('keys')}
          onClick={assign(areKeysShown, true)}
        />
        <Button
          class="player-full"
          kind="icon"
          icon="maximize"
          keys="F"
          aria-label={texts('fullScreen')}
          onClick={onFullScreen}
        />
      </div>
      {areKeysShown.value && <KeysDialog onClose={assign(areKeysShown, false)} />}
    </div>
  )
}

/** In, out and the loop; with both marks the loop says how long the part is. */
function Marks({ film, format }: Pick<ControlsProps, 'film' | 'format'>) {
  const marked = film.getMarked()
  const toLabel = format.pictures?.toLabel ?? (frame => frame)
  const labels = marked && toLabel(marked.outFrame) - toLabel(marked.inFrame)
  const length =
    labels === undefined ? undefined : writeTimecode(labels, { ...format, pictures: undefined, startTimecode: 0 })
  const hasMarks = film.inFrame.value !== undefined || film.outFrame.value !== undefined
  return (
    <>
      <Button
        class="player-desk player-mark"
        kind="icon"
        keys="I"
        aria-label={texts('markIn')}
        onClick={() => film.mark('in')}
      >
        [
      </Button>
      <Button
        class="player-desk player-mark"
        kind="icon"
        keys="O"
        aria-label={texts('markOut')}
        onClick={() => film.mark('out')}
      >
        ]
      </Button>
      {hasMarks && (
        <Button
          class="player-clear"
          kind="icon"
          icon="x"
          keys="X"
          aria-label={texts('clear')}
          onClick={() => film.clearMarks()}
        />
      )}
      <Button
        kind="quiet"
        small
        class="player-loop"
        icon="repeat"
        keys="\"
        aria-label={texts('loop')}
        aria-pressed={film.isLooping.value || film.span.value !== undefined}
        onClick={() => {
          film.isLooping.value = !(film.isLooping.value || film.span.value !== undefined)
          film.span.value = undefined
        }}
      >
        {length && <span class="player-length" data-length={length} />}
      </Button>
    </>
  )
}
