import { useSignal } from '@preact/signals'
import type { ReviewStatusChoice } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../design/fields/button.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { useCommands } from '../platform/keys/commands.ts'
import { useResource } from '../platform/reading/resource.ts'
import { getQuery, setQuery } from '../platform/router.tsx'
import { listFilmCommands, toFilmCommand, useTimecodeCommand } from '../player/commands.ts'
import { isSound, isStill, Screen } from '../player/screen.tsx'
import { TimeLine } from '../player/timeline/time-line.tsx'
import { toWhole } from '../player/timeline/view.ts'
import { Controls } from '../player/transport/controls.tsx'
import type { ReviewAccess } from '../review/access.ts'
import { ShownDrawing } from '../review/clip-review.tsx'
import type { Thread } from '../review/comments/comments.ts'
import { toPins } from '../review/comments/threads.ts'
import type { ReviewedClip } from '../review/load-clip.ts'
import { texts as reviewTexts } from '../review/messages.ts'
import type { SideName } from './clip-choice.tsx'
import { type Arrangement, arrangements, CompareBar } from './compare-bar.tsx'
import { ChangesLane, ChangesSummary } from './cuts/changes-lane.tsx'
import { findPair, findPairs, findSamePicture, listChanges } from './cuts/cuts.ts'
import { follow } from './follow.ts'
import { findMatch, matchings } from './match.ts'
import { texts } from './messages.ts'
import { type LoadedSide, useSide } from './side.ts'
import { SideComments } from './side-comments.tsx'
import { SideHead } from './side-head.tsx'
import '../player/player.css'
import '../review/review.css'
import './compare.css'

interface ComparisonProps {
  access: ReviewAccess
  choices: readonly ReviewStatusChoice[]
  ids: Readonly<Record<SideName, number>>
  /** What is shown of a clip while there is nothing to play. */
  missing: (clip: ReviewedClip) => ComponentChildren
}

const names = ['a', 'b'] as const

/** Two films in step. That whose comments are shown leads, the other one shows what belongs to its frame. */
export function Comparison({ access, choices, ids, missing }: ComparisonProps) {
  const sides = { a: useSide(access, choices, ids.a), b: useSide(access, choices, ids.b) }
  return (
    <Loaded resource={sides.a.clip}>
      {a => (
        <Loaded resource={sides.b.clip}>
          {b => (
            <Loaded resource={sides.a.sources}>
              {ofA => (
                <Loaded resource={sides.b.sources}>
                  {ofB => (
                    <Pair
                      {...{ access, choices, ids, missing }}
                      a={{ ...sides.a, shown: a, found: ofA }}
                      b={{ ...sides.b, shown: b, found: ofB }}
                    />
                  )}
                </Loaded>
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function Pair({ access, choices, ids, missing, a, b }: ComparisonProps & Record<SideName, LoadedSide>) {
  const pairs = useResource(
    signal => findPairs(toCutClip(a), toCutClip(b), signal),
    [a.film, b.film, a.found.sprite?.address, b.found.sprite?.address, a.shown.shots.length, b.shown.shots.length],
  ).data
  const usable = matchings.filter(known => known !== 'picture' || pairs !== undefined)
  const matching = usable.find(known => known === getQuery('by')) ?? 'time'
  const offset = Math.trunc(Number(getQuery('offset'))) || 0
  const arrangement: Arrangement = arrangements.find(known => known === getQuery('as')) ?? 'beside'
  const lead: SideName = getQuery('comments') === 'b' ? 'b' : 'a'
  const [leader, follower] = lead === 'a' ? [a, b] : [b, a]
  const sound = useSignal<SideName | 'none'>('a')
  const divider = useSignal(50)
  const root = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const toOther = (frame: number, from: SideName) => {
    const formats = from === 'a' ? ([a.format, b.format] as const) : ([b.format, a.format] as const)
    return matching === 'picture'
      ? findSamePicture(frame, pairs ?? [], from, ...formats)
      : findMatch(frame, matching, ...formats)
  }
  const toFollower = (frame: number) => {
    if (lead === 'a') return toOther(frame, 'a') + offset
    // Before the offset there is nothing of A.
    return frame < offset ? frame - offset : toOther(frame - offset, 'b')
  }
  const isLinked = useSignal(true)
  useEffect(() => {
    if (!isLinked.value) return undefined
    return follow(leader.film, follower.film, toFollower)
  }, [a.film, b.film, lead, matching, offset, pairs, isLinked.value])
  const toggleLink = () => {
    // Linked again, they stay as far apart as they were put.
    const apart = b.film.place - toOther(a.film.place, 'a')
    if (!isLinked.value) setQuery({ offset: apart === 0 ? undefined : String(apart) })
    isLinked.value = !isLinked.value
  }
  const isFlipped = useSignal(false)
  const flip = () => {
    if (arrangement === 'flip') isFlipped.value = !isFlipped.value
    else setQuery({ as: 'flip' })
  }
  const makeLead = (next: SideName) => {
    leader.film.pause()
    setQuery({ comments: next === 'b' ? 'b' : undefined })
  }
  const changes = pairs && listChanges(pairs, lead)
  const isMuted = useSignal(false)
  const toggleSound = () => {
    isMuted.value = !isMuted.value
  }
  const toggleFullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void stage.current?.requestFullscreen()
  }
  const write = () => root.current?.querySelector<HTMLElement>('.composer textarea')?.focus()
  useCommands([
    ...listFilmCommands(leader.film),
    toFilmCommand(['mute', ['M'], toggleSound]),
    toFilmCommand(['fullScreen', ['F'], toggleFullScreen]),
    { id: 'compare.flip', title: texts('flipOver'), section: texts('title'), keys: 'T', run: flip },
    ...(access.mayComment
      ? [{ id: 'compare.write', title: reviewTexts('writeComment'), section: texts('title'), keys: 'C', run: write }]
      : []),
  ])
  useTimecodeCommand(leader.film, leader.format)
  const view = useSignal(toWhole(leader.film.frameCount))
  useEffect(() => {
    view.value = toWhole(leader.film.frameCount)
  }, [leader.film])
  const missingLetter = lead === 'a' ? 'B' : 'A'
  const outside = () => {
    if (!isLinked.value) return ''
    const frame = leader.film.frame.value
    const pair =
      matching === 'picture' ? pairs?.[findPair(frame - (lead === 'b' ? offset : 0), pairs, lead)] : undefined
    if (pair && !pair[lead === 'a' ? 'b' : 'a']) return texts('lacking', { letter: missingLetter })
    const wanted = toFollower(frame)
    return wanted < 0 || wanted >= follower.film.frameCount ? texts('outside', { letter: missingLetter }) : ''
  }
  const choose = (thread: Thread) => {
    leader.film.pause()
    leader.commenting.chosen.value = thread.id
    if (thread.range) leader.film.playSpan({ inFrame: thread.range.start, outFrame: thread.range.end })
    else leader.film.seek(thread.start)
  }
  return (
    <div class="compare" ref={root}>
      <div class="compare-stage stage" ref={stage}>
        <CompareBar
          matching={matching}
          matchings={usable}
          offset={offset}
          isLinked={isLinked.value}
          onLink={toggleLink}
          arrangement={arrangement}
          sound={sound}
          onSwap={() =>
            setQuery({
              a: String(ids.b),
              b: String(ids.a),
              offset: offset === 0 ? undefined : String(-offset),
              comments: lead === 'a' ? 'b' : undefined,
            })
          }
        >
          {arrangement === 'flip' && (
            <Button small keys="T" aria-pressed={isFlipped.value} onClick={flip}>
              {texts('flipOver')}
            </Button>
          )}
          {changes && <ChangesSummary changes={changes} film={leader.film} />}
        </CompareBar>
        <div
          class="compare-screens"
          data-arrangement={arrangement}
          data-flipped={isFlipped.value}
          style={{ '--divider': `${divider.value}%` }}
        >
          {names.map(name => {
            const side = name === 'a' ? a : b
            const { shown, found, film, commenting, threads } = side
            const linked = threads.data?.find(({ id }) => id === commenting.chosen.value)
            return (
              <figure class="compare-side" data-letter={name.toUpperCase()} data-leads={lead === name} key={name}>
                <SideHead {...{ access, choices, ids, name, side }} />
                <Screen
                  film={film}
                  sources={found}
                  isMuted={isMuted.value || sound.value !== name}
                  onToggle={() => (isLinked.value || lead === name ? leader.film.toggle() : makeLead(name))}
                  label={`${name.toUpperCase()}: ${shown.name ?? `#${shown.id}`}`}
                  missing={missing(shown)}
                >
                  <ShownDrawing film={film} thread={linked} sketch={undefined} />
                  {arrangement === 'wipe' && name === 'b' && (
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
                </Screen>
              </figure>
            )
          })}
        </div>
        <p class="compare-outside" role="status">
          {outside()}
        </p>
        <div class="player-bar">
          <Controls film={leader.film} format={leader.format} isMuted={isMuted} onFullScreen={toggleFullScreen} />
        </div>
        <TimeLine
          key={lead}
          film={leader.film}
          format={leader.format}
          pins={toPins(leader.threads.data ?? [], choose)}
          chosen={leader.commenting.chosen.value}
          shots={leader.shown.shots}
          peaks={leader.found.peaks}
          sprite={leader.found.sprite}
          hasPicture={!isStill(leader.found) && !isSound(leader.found)}
          view={view}
        />
        {changes && changes.length > 0 && <ChangesLane changes={changes} film={leader.film} view={view.value} />}
      </div>
      <SideComments {...{ access, a, b, lead }} onLead={makeLead} onChoose={choose} toOther={toFollower} />
    </div>
  )
}

function toCutClip({ shown, found, format }: LoadedSide) {
  return { shots: shown.shots, frameCount: shown.frameCount, sprite: found.sprite, format }
}
