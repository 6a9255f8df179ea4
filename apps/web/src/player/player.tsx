import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useCommands } from '../platform/keys/commands.ts'
import type { Captions } from './captions.ts'
import { listFilmCommands, toFilmCommand, useTimecodeCommand } from './commands.ts'
import type { Film } from './film.ts'
import type { FrameFormat } from './frames.ts'
import { texts } from './messages.ts'
import { isSound, isStill, Screen } from './screen.tsx'
import type { Sources } from './sources.ts'
import type { Pin } from './timeline/groups.ts'
import { TimeLine } from './timeline/time-line.tsx'
import { toWhole, zoom } from './timeline/view.ts'
import { Controls } from './transport/controls.tsx'
import './player.css'

interface PlayerProps {
  film: Film
  format: FrameFormat
  sources: Sources
  pins?: readonly Pin[]
  /** The comment that is shown. */
  chosen?: number | undefined
  /** Frames at which shots begin. */
  shots: readonly number[]
  captions?: Captions | undefined
  onQuality?: (id: number) => void
  /** Whether the page has a time line and keys of its own. */
  hasOwnLine?: boolean
  /** What is shown while there is nothing to play. */
  missing: ComponentChildren
  /** Beside the timecode: ways to copy links to what is shown. */
  links?: ComponentChildren
  /** What is laid over the controls for a while: the tools of a drawing. */
  tools?: ComponentChildren
  /** What is on the picture: drawings, subtitles. */
  children?: ComponentChildren
}

/** The film with its controls and its time line, each at its place whatever is shown; every position is a frame. */
export function Player(props: PlayerProps) {
  const {
    film,
    format,
    sources,
    pins,
    chosen,
    shots,
    captions,
    onQuality,
    hasOwnLine = false,
    missing,
    links,
    tools,
    children,
  } = props
  const frame = useRef<HTMLDivElement>(null)
  const isMuted = useSignal(false)
  const view = useSignal(toWhole(film.frameCount))
  const toggleFullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void frame.current?.requestFullscreen()
  }
  const zoomBy = (factor: number) => {
    view.value = zoom(view.value, film.frameCount, film.frame.value, factor)
  }
  const goToShot = (start: number | undefined) => {
    if (start !== undefined) film.step(start - film.place)
  }
  const goToPreviousShot = () => goToShot([0, ...shots].findLast(start => start < film.place))
  const goToNextShot = () => goToShot(shots.find(start => start > film.place))
  const toggleSound = () => {
    isMuted.value = !isMuted.value
  }
  const isPlayed = !isStill(sources)
  const commands =
    isPlayed && !hasOwnLine
      ? [
          ...listFilmCommands(film),
          toFilmCommand(['previousShot', ['ArrowUp'], goToPreviousShot]),
          toFilmCommand(['nextShot', ['ArrowDown'], goToNextShot]),
          toFilmCommand(['mute', ['M'], toggleSound]),
          toFilmCommand(['zoomIn', ['+', '='], () => zoomBy(2)], true),
          toFilmCommand(['zoomOut', ['-'], () => zoomBy(0.5)], true),
          ...(captions ? [toFilmCommand(['toggleSubtitles', ['Shift+C'], () => captions.toggle()])] : []),
        ]
      : []
  useCommands([...commands, toFilmCommand(['fullScreen', ['F'], toggleFullScreen])])
  useTimecodeCommand(film, format)
  return (
    <div class="player stage" ref={frame} data-kind={isSound(sources) ? 'sound' : isPlayed ? undefined : 'still'}>
      <Screen film={film} sources={sources} isMuted={isMuted.value} missing={missing}>
        {children}
      </Screen>
      <div class="player-bar">
        {isPlayed && (
          <Controls
            film={film}
            format={format}
            isMuted={isMuted}
            captions={captions}
            hasPicture={!isSound(sources)}
            qualities={(sources.qualities ?? []).map(({ id, name }) => ({ id, name: name ?? texts('original') }))}
            quality={sources.quality}
            links={links}
            {...(onQuality ? { onQuality } : {})}
            onFullScreen={toggleFullScreen}
            {...(shots.some(start => start > 0) && !hasOwnLine
              ? { onPreviousShot: goToPreviousShot, onNextShot: goToNextShot }
              : {})}
          />
        )}
        {tools}
      </div>
      {isPlayed && !hasOwnLine && (
        <TimeLine
          film={film}
          format={format}
          pins={pins}
          chosen={chosen}
          shots={shots}
          peaks={sources.peaks}
          sprite={sources.sprite}
          hasPicture={!isSound(sources)}
          view={view}
        />
      )}
    </div>
  )
}
