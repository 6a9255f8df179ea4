import type { Client } from '@rushes/client'
import type { MediaObject, ReviewStatusChoice } from '@rushes/contract'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { nameStatus, toStatusKind } from '../../design/status/review-status.ts'
import { Status } from '../../design/status/status.tsx'
import { writeLength } from '../../player/length.ts'
import { texts } from '../messages.ts'
import { Poster } from '../poster.tsx'

interface FilmStripProps {
  api: Client
  prId: number
  clips: readonly MediaObject[]
  statuses: ReadonlyMap<number, string>
  choices: readonly ReviewStatusChoice[]
  shown: MediaObject
  onShow: (id: number) => void
  /** Back to the overview; absent where there is none. */
  onAll: (() => void) | undefined
}

/** The clips of a share below the one that is shown. */
export function FilmStrip({ api, prId, clips, statuses, choices, shown, onShow, onAll }: FilmStripProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown.id])
  return (
    <nav class="film-strip" aria-label={texts('clips')}>
      <ul ref={list}>
        {clips.map(clip => (
          <li key={clip.id}>
            <button
              type="button"
              class="film-strip-clip"
              aria-current={clip === shown ? 'true' : undefined}
              onClick={() => onShow(clip.id)}
            >
              <span class="film-strip-picture">
                <Poster api={api} prId={prId} clip={clip} />
                <span class="film-strip-length">{writeLength(clip)}</span>
              </span>
              <span class="film-strip-text">
                <strong>{clip.name}</strong>
                <ClipStatus status={statuses.get(clip.id)} choices={choices} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {onAll && (
        <Button kind="quiet" icon="grid" class="film-strip-all" onClick={onAll}>
          {texts('all')}
        </Button>
      )}
    </nav>
  )
}

function ClipStatus({ status, choices }: { status: string | undefined; choices: readonly ReviewStatusChoice[] }) {
  if (choices.length === 0) return null
  const choice = choices.find(({ id }) => id === status)
  return <Status kind={toStatusKind(choice)}>{choice ? nameStatus(choice) : texts('notReviewed')}</Status>
}
