import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../../design/icons.tsx'
import { useResource } from '../../platform/reading/resource.ts'
import { Link } from '../../platform/router.tsx'
import { countValues, type FoundClip } from '../clips/clip-search.ts'
import { findIcon } from '../grid/card-picture.tsx'
import { toCardState } from '../grid/card-state.ts'
import { type CardContext, StateText } from '../grid/clip-card.tsx'
import { texts as libraryTexts } from '../messages.ts'
import type { Wanted } from '../search/wanted.ts'
import type { Column } from './columns.ts'
import { Stars } from './stars.tsx'

interface CellTextProps {
  prId: number
  context: CardContext
  clip: FoundClip
  column: Column
}

/** What a cell shows. */
export function CellText({ prId, clip, column, context }: CellTextProps) {
  const { works, uploads, statuses } = context
  const state = toCardState(clip, { work: works.get(clip.id), upload: uploads.get(clip.id) }, statuses)
  if (column.name === 'name') {
    return (
      <>
        <span class="table-picture stage">
          {clip.hasPoster && !state.failure ? (
            <img src={`/api/production/${prId}/mo/${clip.id}/poster`} alt="" width={52} height={29} draggable={false} />
          ) : (
            <Icon name={findIcon(clip, state)} size={14} />
          )}
        </span>
        <Link class="clip-cell-name clip-cell-link" href={`/app/production/${prId}/clip/${clip.id}`} tabIndex={-1}>
          {clip.name}
        </Link>
      </>
    )
  }
  if (column.name === 'status') {
    return (
      <span class="cut" title={state.failure?.reason}>
        <StateText state={state} />
      </span>
    )
  }
  if (column.name === 'rating') return <Stars count={clip.rating} />
  return <span class="cut">{column.toText(clip)}</span>
}

interface CellEditorProps {
  column: Column
  wanted: Wanted
  value: string
  onValue: (value: string) => void
  onEnd: (isSaved: boolean, by?: { row?: number; column?: number }) => void
}

/** Enter saves and goes down, Tab saves and goes right, Escape leaves the value as it was. */
export function CellEditor({ column, wanted, value, onValue, onEnd }: CellEditorProps) {
  const id = useId()
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null)
  useLayoutEffect(() => {
    const { current } = field
    current?.focus()
    // What was typed goes on at its end.
    if (current instanceof HTMLInputElement) current.setSelectionRange(current.value.length, current.value.length)
  }, [])
  const { suggestedBy } = column
  const known = useResource(
    signal =>
      suggestedBy
        ? countValues({ ...wanted, q: '', query: '', filters: [] }, [suggestedBy], signal)
        : Promise.resolve([]),
    [suggestedBy],
  )
  const props = {
    ref: field,
    class: 'input',
    'aria-label': column.label,
    value,
    onBlur: () => onEnd(true),
    onKeyDown: (event: KeyboardEvent) => {
      event.stopPropagation()
      if (event.key === 'Escape') onEnd(false)
      else if (event.key === 'Enter') onEnd(true, { row: 1 })
      else if (event.key === 'Tab') onEnd(true, { column: event.shiftKey ? -1 : 1 })
      else return
      event.preventDefault()
    },
  }
  if (column.choices) {
    return (
      <select {...props} onInput={event => onValue(event.currentTarget.value)}>
        {column.choices.map(([choice, text]) => (
          <option key={choice} value={choice} selected={choice === value}>
            {text}
          </option>
        ))}
      </select>
    )
  }
  return (
    <>
      <input {...props} list={suggestedBy && id} onInput={event => onValue(event.currentTarget.value)} />
      {suggestedBy && (
        <datalist id={id}>
          {known.data?.flatMap(({ values }) =>
            values.flatMap(({ name, count }) =>
              name === null ? [] : [<option key={name} value={name} label={libraryTexts('found', { count })} />],
            ),
          )}
        </datalist>
      )}
    </>
  )
}
