import type { ReviewStatusChoice } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { Link } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { nameStatus, StatusDot } from '../review/status-name.tsx'
import { type NamedField, nameKind, toColumnStyle } from './clip-fields.ts'
import type { FoundClip } from './clip-search.ts'
import { texts } from './messages.ts'

interface ClipCellProps {
  prId: number
  clip: FoundClip
  /** Further columns of a line; absent where clips are pictures. */
  columns: readonly NamedField[] | undefined
  /** What goes on with the clip. */
  state: string | undefined
  /** Its review status, where the production knows it. */
  status: ReviewStatusChoice | undefined
  isChosen: boolean
  /** With Shift a range is meant. */
  onChoose: (isWanted: boolean, isRange: boolean) => void
}

/** A clip among many, as a picture or as a line, with a box to choose it. */
export function ClipCell({ prId, clip, columns, state, status, isChosen, onChoose }: ClipCellProps) {
  return (
    <div class="clip-cell" data-chosen={isChosen}>
      <Link class="clip-cell-link" href={`/app/production/${prId}/clip/${clip.id}`}>
        {columns ? (
          <ClipLine {...{ prId, clip, columns, state, status }} />
        ) : (
          <>
            <Picture prId={prId} clip={clip} />
            <span class="clip-cell-name">{clip.name}</span>
            <span class="field-hint">
              {state || clip.reviewStatus ? <State {...{ clip, state, status }} /> : formatDate(clip.created)}
            </span>
          </>
        )}
      </Link>
      <label class="clip-cell-choice">
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={texts('selectClip', { name: clip.name })}
          onClick={event => onChoose(event.currentTarget.checked, event.shiftKey)}
        />
      </label>
    </div>
  )
}

/** What goes on with a clip, or how it was reviewed. */
function State({ clip, state, status }: Pick<ClipCellProps, 'clip' | 'state' | 'status'>) {
  if (state !== undefined) return <>{state}</>
  return (
    <span class="clip-status">
      <StatusDot choice={status} />
      <span>{status ? nameStatus(status) : clip.reviewStatus}</span>
    </span>
  )
}

function Picture({ prId, clip: { id, type, hasPoster } }: Pick<ClipCellProps, 'prId' | 'clip'>) {
  return (
    <span class="clip-cell-picture">
      {hasPoster ? (
        <img src={`/api/production/${prId}/mo/${id}/poster`} alt="" loading="lazy" decoding="async" />
      ) : (
        <span class="field-hint">{nameKind(type)}</span>
      )}
    </span>
  )
}

type ClipLineProps = Pick<ClipCellProps, 'prId' | 'clip' | 'state' | 'status'> & { columns: readonly NamedField[] }

function ClipLine({ prId, clip, columns, state, status }: ClipLineProps) {
  return (
    <span class="clip-line" style={toColumnStyle(columns)}>
      <Picture prId={prId} clip={clip} />
      <span class="clip-cell-name">{clip.name}</span>
      <Value label={texts('type')}>{nameKind(clip.type)}</Value>
      <Value label={texts('frames')}>{clip.frames > 0 ? clip.frames : ''}</Value>
      <Value label={texts('status')}>{state || clip.reviewStatus ? <State {...{ clip, state, status }} /> : ''}</Value>
      <Value label={texts('tags')}>{clip.tags.join(', ')}</Value>
      {columns.map(({ name, label }) => (
        <Value key={name} label={label}>
          {clip.values[name] ?? ''}
        </Value>
      ))}
      <Value label={texts('created')}>{formatDate(clip.created)}</Value>
    </span>
  )
}

/** A value with what it is, for those who do not see the head of its column. */
function Value({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <span class="clip-value">
      {children !== '' && <span class="only-heard">{label}: </span>}
      {children}
    </span>
  )
}
