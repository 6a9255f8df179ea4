import { type Signal, useSignal } from '@preact/signals'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { CheckField } from '../design/field.tsx'
import { assign } from '../platform/bind.ts'
import type { Film } from './film.ts'
import { type FrameFormat, readTimecode, writeTimecode } from './frames.ts'
import { Icon, type IconName } from './icons.tsx'
import { areKeysOn, setKeys } from './keys.ts'
import { texts } from './messages.ts'

interface ControlsProps {
  film: Film
  format: FrameFormat
  isMuted: Signal<boolean>
  onFullScreen: () => void
}

/** Slower and faster than life; J and L know more. */
const speeds = [0.25, 0.5, 1, 1.5, 2]

export function Controls({ film, format, isMuted, onFullScreen }: ControlsProps) {
  const areKeysShown = useSignal(false)
  const isPlaying = film.isPlaying.value
  return (
    <div class="player-controls">
      <div class="player-group">
        <IconButton icon="back" text={texts('back')} onClick={() => film.step(-1)} />
        <IconButton
          kind="primary"
          icon={isPlaying ? 'pause' : 'play'}
          text={texts(isPlaying ? 'pause' : 'play')}
          onClick={() => film.toggle()}
        />
        <IconButton icon="forward" text={texts('forward')} onClick={() => film.step(1)} />
      </div>
      <Position film={film} format={format} />
      <label>
        <span class="only-heard">{texts('speed')}</span>
        <select class="input" onChange={event => film.setPace(Number(event.currentTarget.value))}>
          {speeds.map(speed => (
            <option key={speed} value={speed} selected={speed === film.pace.value}>
              {speed}×
            </option>
          ))}
        </select>
      </label>
      <span class="player-spring" />
      <div class="player-group">
        <IconButton icon="markIn" text={texts('markIn')} onClick={() => film.mark('in')} />
        <IconButton icon="markOut" text={texts('markOut')} onClick={() => film.mark('out')} />
        {(film.inFrame.value !== undefined || film.outFrame.value !== undefined) && (
          <IconButton icon="clear" text={texts('clear')} onClick={() => film.clearMarks()} />
        )}
        <IconButton
          icon="loop"
          text={texts('loop')}
          isPressed={film.isLooping.value}
          onClick={() => {
            film.isLooping.value = !film.isLooping.value
          }}
        />
      </div>
      <div class="player-group">
        <IconButton
          icon={isMuted.value ? 'silence' : 'sound'}
          text={texts('mute')}
          isPressed={isMuted.value}
          onClick={() => {
            isMuted.value = !isMuted.value
          }}
        />
        <IconButton icon="keys" text={texts('keys')} onClick={assign(areKeysShown, true)} />
        <IconButton icon="fullScreen" text={texts('fullScreen')} onClick={onFullScreen} />
      </div>
      {areKeysShown.value && (
        <Dialog title={texts('keys')} onClose={assign(areKeysShown, false)}>
          <p>{texts('keyList')}</p>
          <CheckField label={texts('keysOn')} checked={areKeysOn.value} onValue={setKeys} />
        </Dialog>
      )}
    </div>
  )
}

interface IconButtonProps {
  icon: IconName
  text: string
  kind?: 'primary'
  /** Of buttons that stay pressed. */
  isPressed?: boolean
  onClick: () => void
}

function IconButton({ icon, text, kind, isPressed, onClick }: IconButtonProps) {
  return (
    <Button
      kind={kind ?? 'plain'}
      class="player-button"
      aria-label={text}
      title={text}
      aria-pressed={isPressed}
      onClick={onClick}
    >
      <Icon name={icon} />
    </Button>
  )
}

/** Where the film stands, as timecode that can be typed over, and as the number of the frame. */
function Position({ film, format }: Pick<ControlsProps, 'film' | 'format'>) {
  const typed = useSignal<string | undefined>(undefined)
  const shown = writeTimecode(film.frame.value, format)
  const go = () => {
    const frame = typed.value === undefined ? undefined : readTimecode(typed.value, format)
    typed.value = undefined
    if (frame === undefined) return
    film.pause()
    film.seek(frame)
  }
  return (
    <form
      class="player-position"
      onSubmit={event => {
        event.preventDefault()
        go()
      }}
    >
      <input
        class="input player-timecode"
        aria-label={texts('timecode')}
        value={typed.value ?? shown}
        onFocus={event => event.currentTarget.select()}
        onInput={event => {
          typed.value = event.currentTarget.value
        }}
        onBlur={go}
      />
      <output class="player-frame">{texts('frame', { frame: film.frame.value })}</output>
    </form>
  )
}
