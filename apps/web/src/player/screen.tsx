import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../design/icons.tsx'
import type { Film } from './film.ts'
import { texts } from './messages.ts'
import type { Sources } from './sources.ts'
import { Guides } from './transport/guides.tsx'
import { volume } from './transport/sound.ts'

interface ScreenProps {
  film: Film
  sources: Sources
  isMuted: boolean
  /** What a click on the picture does; the film plays or stops unless something else is said. */
  onToggle?: () => void
  /** What the picture is called where there is more than one. */
  label?: string
  /** What is shown while there is nothing to play. */
  missing: ComponentChildren
  /** What lies on the picture: drawings, subtitles. */
  children?: ComponentChildren
}

/** The picture of a film alone; what is drawn on it lies on the picture, not beside it. */
export function Screen({
  film,
  sources,
  isMuted,
  onToggle = () => film.toggle(),
  label = texts('film'),
  missing,
  children,
}: ScreenProps) {
  const video = useRef<HTMLVideoElement>(null)
  const { ratio } = film
  useEffect(() => (video.current ? film.attach(video.current) : undefined), [film, sources.film])
  useEffect(() => {
    if (video.current) video.current.volume = volume.value
  }, [volume.value, sources.film])
  return (
    <div
      class="player-screen"
      data-kind={sources.film === undefined ? 'missing' : isSound(sources) ? 'sound' : undefined}
    >
      <div class="player-frame-box" style={{ '--ratio': ratio.value }}>
        {sources.film === undefined ? (
          <>
            {sources.poster !== undefined && <img class="player-poster" src={sources.poster} alt="" />}
            {missing}
          </>
        ) : isStill(sources) ? (
          <img
            class="player-picture"
            src={sources.film}
            alt={label}
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
            muted={isMuted}
            preload="auto"
            playsInline
            aria-label={label}
            onClick={onToggle}
            onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) => {
              if (videoHeight > 0) ratio.value = videoWidth / videoHeight
            }}
          />
        )}
        {isSound(sources) && (
          <p class="player-kind">
            <Icon name="waveform" size={20} /> {texts('sound')}
          </p>
        )}
        {sources.film !== undefined && !isSound(sources) && <Guides ratio={ratio.value} />}
        {children}
      </div>
    </div>
  )
}

/** Whether there is something to hear and nothing to see. */
export function isSound({ mimeType }: Sources): boolean {
  return mimeType?.startsWith('audio/') ?? false
}

/** Whether there is nothing to play: a photograph, or nothing yet. */
export function isStill({ film, mimeType }: Sources): boolean {
  return film === undefined || (mimeType?.startsWith('image/') ?? false)
}
