import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Controls } from './controls.tsx'
import type { Film } from './film.ts'
import type { FrameFormat } from './frames.ts'
import { type KeyActions, useKeys } from './keys.ts'
import { texts } from './messages.ts'
import type { Sources } from './sources.ts'
import { type Pin, TimeLine } from './time-line.tsx'
import './player.css'

interface PlayerProps {
  film: Film
  format: FrameFormat
  sources: Sources
  pins: readonly Pin[]
  /** Frames at which shots begin. */
  shots: readonly number[]
  keys?: KeyActions
  /** What lies on the picture: drawings, subtitles. */
  children?: ComponentChildren
}

const noKeys: KeyActions = {}

/** The film with its controls and its time line; every position is a frame. */
export function Player({ film, format, sources, pins, shots, keys = noKeys, children }: PlayerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const isMuted = useSignal(false)
  /** Of the picture, so that what is drawn on it lies on it and not beside it. */
  const ratio = useSignal(16 / 9)
  useEffect(() => (video.current ? film.attach(video.current) : undefined), [film, sources.film])
  useKeys(film, keys)
  const isPicture = sources.mimeType?.startsWith('image/') ?? false
  return (
    <div class="player" ref={frame}>
      <div class="player-screen">
        <div class="player-frame-box" style={{ '--ratio': ratio.value }}>
          {sources.film === undefined ? (
            <p class="notice">{texts('notYet')}</p>
          ) : isPicture ? (
            <img
              class="player-picture"
              src={sources.film}
              alt={texts('film')}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
                ratio.value = naturalWidth / naturalHeight
              }}
            />
          ) : (
            <video
              ref={video}
              class="player-picture"
              src={sources.film}
              poster={sources.poster}
              muted={isMuted.value}
              preload="auto"
              playsInline
              aria-label={texts('film')}
              onClick={() => film.toggle()}
              onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) => {
                if (videoHeight > 0) ratio.value = videoWidth / videoHeight
              }}
            />
          )}
          {children}
        </div>
      </div>
      {sources.film !== undefined && !isPicture && (
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
