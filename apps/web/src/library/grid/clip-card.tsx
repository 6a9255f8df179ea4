import type { ReviewStatusChoice } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { Icon } from '../../design/icons.tsx'
import { Status } from '../../design/status/status.tsx'
import { Link } from '../../platform/router.tsx'
import type { Upload } from '../../uploads/uploads.ts'
import { writeDuration } from '../clips/clip-facts.ts'
import type { FoundClip } from '../clips/clip-search.ts'
import type { ClipWork } from '../clips/workflow-states.ts'
import { texts } from '../messages.ts'
import { Busy, CardPicture } from './card-picture.tsx'
import { type CardState, toCardState, toUploadState } from './card-state.ts'
import type { Scrub } from './scrubbing/scrub.ts'

export interface CardContext {
  readonly prId: number
  /** Work on clips, by their ids. */
  readonly works: ReadonlyMap<number, ClipWork>
  /** Uploads of this browser, by the ids of their clips. */
  readonly uploads: ReadonlyMap<number, Upload>
  readonly statuses: readonly ReviewStatusChoice[]
  readonly scrub: Scrub
  /** Does failed work again; absent for those who may not. */
  readonly onRetry: ((workflowId: string) => void) | undefined
  readonly onPreview: (id: number) => void
}

interface ClipCardProps {
  clip: FoundClip
  context: CardContext
  isSelected: boolean
  onToggle: () => void
  /** Opens the menu beside its button. */
  onMenu: (button: Element) => void
}

/** A clip as a picture with what one has to know of it. */
export function ClipCard({ clip, context, isSelected, onToggle, onMenu }: ClipCardProps) {
  const { prId, scrub, onRetry, onPreview } = context
  const state = readState(clip, context)
  const version = clip.version?.number
  const { failure } = state
  const workflowId = failure?.workflowId
  return (
    <>
      <div class="card-frame">
        <CardPicture prId={prId} clip={clip} state={state} scrub={failure ? undefined : scrub} />
        <label class="clip-cell-choice">
          <input
            type="checkbox"
            checked={isSelected}
            tabIndex={-1}
            aria-hidden="true"
            aria-label={texts('selectClip', { name: clip.name })}
            onChange={onToggle}
          />
        </label>
        {version !== undefined && (
          <span class="card-tag card-version" aria-hidden="true">
            v{version}
          </span>
        )}
      </div>
      <Link class="clip-cell-name clip-cell-link" href={`/app/production/${prId}/clip/${clip.id}`} tabIndex={-1}>
        {clip.name}
      </Link>
      <div class="card-meta">
        <span class="only-heard">{[version && `v${version}`, writeDuration(clip)].filter(Boolean).join(', ')}</span>
        <StateText state={state} />
        {failure && <span class="only-heard">{failure.reason}</span>}
        {clip.openComments > 0 && (
          <span class="card-comments num">
            <Icon name="message-square" size={14} />
            {clip.openComments}
            <span class="only-heard">{texts('openOnes', { count: clip.openComments })}</span>
          </span>
        )}
        {workflowId !== undefined && onRetry && (
          <Button small kind="quiet" class="card-retry" tabIndex={-1} onClick={() => onRetry(workflowId)}>
            {texts('retry')}
          </Button>
        )}
      </div>
      <span class="card-actions">
        <Button
          small
          kind="icon"
          icon="eye"
          tabIndex={-1}
          aria-label={texts('previewClip', { name: clip.name })}
          keys="Space"
          onClick={() => onPreview(clip.id)}
        />
        <Button
          small
          kind="icon"
          icon="ellipsis"
          tabIndex={-1}
          aria-label={texts('actionsOfClip', { name: clip.name })}
          aria-haspopup="menu"
          onClick={event => onMenu(event.currentTarget)}
        />
      </span>
    </>
  )
}

function readState(clip: FoundClip, { works, uploads, statuses }: CardContext): CardState {
  return toCardState(clip, { work: works.get(clip.id), upload: uploads.get(clip.id) }, statuses)
}

/** A file on its way whose clip the search does not know yet. */
export function UploadCard({ upload }: { upload: Upload }) {
  const state = toUploadState(upload)
  return (
    <>
      <div class="card-frame">
        <div class="clip-cell-picture stage" aria-hidden="true">
          <Busy percent={state.percent} name={upload.fileName} />
        </div>
      </div>
      <span class="clip-cell-name">{toFileName(upload)}</span>
      <div class="card-meta">
        <StateText state={state} />
      </div>
    </>
  )
}

function toFileName({ fileName }: Upload): string {
  return fileName.split('/').at(-1) ?? fileName
}

export function StateText({ state }: { state: CardState }) {
  return (
    <Status kind={state.kind} color={state.color}>
      <span class="cut">{state.text}</span>
    </Status>
  )
}

/** All that a card shows, in a sentence. */
export function describeClip(clip: FoundClip, context: CardContext): string {
  const state = readState(clip, context)
  const { openComments: count } = clip
  const version = clip.version?.number
  return [
    clip.name,
    version && `v${version}`,
    writeDuration(clip),
    state.text,
    state.failure?.reason,
    count && texts('openComments', { count }),
  ]
    .filter(Boolean)
    .join(', ')
}
