import { useSignal } from '@preact/signals'
import { Button } from '../design/fields/button.tsx'
import { Icon } from '../design/icons.tsx'
import { assign } from '../platform/bind.ts'
import { useCommands } from '../platform/keys/commands.ts'
import { lazy } from '../platform/lazy.tsx'
import { useResource } from '../platform/reading/resource.ts'
import { getQuery, Link, navigate } from '../platform/router.tsx'
import { leave } from '../platform/writes/unsaved.ts'
import type { ReviewedClip } from '../review/load-clip.ts'
import { hasFrames } from '../review/no-film.ts'
import { texts } from './messages.ts'
import { keepField } from './turning/kept-field.ts'
import { findNeighbours } from './turning/neighbours.ts'

const ShareSelection = lazy(() => import('../shares/form/share-selection.tsx').then(part => part.ShareSelection))

interface ClipHeadProps {
  prId: number
  moId: number
}

const keysOfTurning = { previous: 'Ctrl+ArrowUp', next: 'Ctrl+ArrowDown' } as const

interface TurningProps extends ClipHeadProps {
  /** Whether what stands beside it is there. */
  isBarKnown: boolean
}

/** To the clip before or after this one in the list that one came from. */
export function Turning({ prId, moId, isBarKnown }: TurningProps) {
  const found = useResource(signal => findNeighbours(prId, moId, signal), [prId, moId])
  const neighbours = found.data
  const go = (id: number | undefined) => () => {
    // In the panel that is open: who describes clips goes on describing.
    const panel = getQuery('panel')
    const query = panel === undefined ? '' : `?panel=${encodeURIComponent(panel)}`
    keepField()
    if (id !== undefined) leave(() => navigate(`/app/production/${prId}/clip/${id}${query}`))
  }
  const turns = [
    { id: 'previous', title: texts('previousClip'), keys: keysOfTurning.previous, to: neighbours?.previous },
    { id: 'next', title: texts('nextClip'), keys: keysOfTurning.next, to: neighbours?.next },
  ]
  useCommands(
    turns.map(({ id, title, keys, to }) => ({
      id: `clip.${id}`,
      title,
      keys,
      section: texts('clip'),
      when: () => to !== undefined,
      run: go(to),
    })),
  )
  // Its place is kept until it is known whether there are any, so that nothing beside it moves.
  if (!neighbours && !found.isLoading) return null
  return (
    <span class="clip-turning" data-awaited={isBarKnown ? (neighbours ? undefined : 'own') : 'bar'}>
      <Button
        kind="icon"
        small
        icon="chevron-left"
        aria-label={texts('previousClip')}
        keys={keysOfTurning.previous}
        disabled={neighbours?.previous === undefined}
        onClick={go(neighbours?.previous)}
      />
      <span class="num">{texts('clipNumber', { number: neighbours?.number ?? 1, count: neighbours?.count ?? 1 })}</span>
      <Button
        kind="icon"
        small
        icon="chevron-right"
        aria-label={texts('nextClip')}
        keys={keysOfTurning.next}
        disabled={neighbours?.next === undefined}
        onClick={go(neighbours?.next)}
      />
    </span>
  )
}

/** The way to the subtitles, of what has a time in which they can be. */
export function SubtitlesLink({ prId, clip }: { prId: number; clip: ReviewedClip | undefined }) {
  if (!clip || !hasFrames(clip)) return null
  return (
    <Link class="button clip-subtitles" href={`/app/production/${prId}/clip/${clip.id}/subtitles`}>
      <Icon name="captions" size={14} /> <span class="clip-word">{texts('subtitles')}</span>
    </Link>
  )
}

/** The way to this clip beside another one, which is chosen there. */
export function CompareLink({ prId, moId }: ClipHeadProps) {
  const address = `/app/production/${prId}/compare?a=${moId}`
  useCommands([
    {
      id: 'clip.compare',
      title: texts('compare'),
      keys: 'V',
      section: texts('clip'),
      run: () => leave(() => navigate(address)),
    },
  ])
  return (
    <Link
      class="button clip-compare"
      href={address}
      aria-label={texts('compare')}
      data-tip={texts('compare')}
      data-keys="V"
    >
      <Icon name="git-compare" size={16} />
    </Link>
  )
}

/** Shares this clip with people outside. */
export function ShareClip({ prId, moId }: ClipHeadProps) {
  const isOpen = useSignal(false)
  useCommands([{ id: 'clip.share', title: texts('share'), section: texts('clip'), run: assign(isOpen, true) }])
  return (
    <>
      <Button class="clip-share" kind="primary" icon="share-2" onClick={assign(isOpen, true)}>
        <span class="clip-word">{texts('share')}</span>
      </Button>
      {isOpen.value && <ShareSelection prId={prId} ids={[moId]} onClose={assign(isOpen, false)} />}
    </>
  )
}
