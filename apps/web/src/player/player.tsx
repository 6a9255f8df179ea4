import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Controls } from './controls.tsx'
import type { Film } from './film.ts'
import type { FrameFormat } from './frames.ts'
import { type KeyActions, useKeys } from './keys.ts'
import type { Pin } from './pins.tsx'
import { isSound, isStill, Screen } from './screen.tsx'
import type { Sources } from './sources.ts'
import { TimeLine } from './time-line.tsx'
import './player.css'

interface PlayerProps {
  film: Film
  format: FrameFormat
  sources: Sources
  pins?: readonly Pin[]
  /** Frames at which shots begin. */
  shots: readonly number[]
  keys?: KeyActions
  /** What is shown while there is nothing to play. */
  missing: ComponentChildren
  /** What lies on the picture: drawings, subtitles. */
  children?: ComponentChildren
}

const noKeys: KeyActions = {}

/** The film with its controls and its time line; every position is a frame. */
export function Player({ film, format, sources, pins, shots, keys = noKeys, missing, children }: PlayerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const isMuted = useSignal(false)
  useKeys(film, keys)
  return (
    <div class="player" ref={frame} data-kind={isSound(sources) ? 'sound' : undefined}>
      <Screen film={film} sources={sources} isMuted={isMuted.value} missing={missing}>
        {children}
      </Screen>
      {!isStill(sources) && (
        <>
          <TimeLine
            film={film}
            format={format}
            pins={pins}
            shots={shots}
            peaks={sources.peaks}
            sprite={sources.sprite}
          />
          <Controls
            film={film}
            format={format}
            isMuted={isMuted}
            onFullScreen={() => {
              if (document.fullscreenElement) void document.exitFullscreen()
              else void frame.current?.requestFullscreen()
            }}
          />
        </>
      )}
    </div>
  )
}
