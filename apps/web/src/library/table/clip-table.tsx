// biome-ignore-all lint/a11y/useSemanticElements: only what is in sight is there, each at its place, which a table or a list does not allow
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../design/button.tsx'
import { CheckField } from '../../design/field.tsx'
import { Icon } from '../../design/icons.tsx'
import { Popover } from '../../design/popover.tsx'
import { tellError } from '../../design/toasts.tsx'
import { Link, setQuery } from '../../platform/router.tsx'
import { toCardState } from '../grid/card-state.ts'
import { describeClip, StateText } from '../grid/clip-card.tsx'
import type { ClipGridProps } from '../grid/clip-grid.tsx'
import { useKeptScroll } from '../grid/kept-scroll.ts'
import { usePointer } from '../grid/pointer.ts'
import { useVirtualRows } from '../grid/virtual-rows.ts'
import { savePlace } from '../last-place.ts'
import { texts } from '../messages.ts'
import { type Column, moveColumn, readDirection, readLayout, resizeColumn, toggleColumn, toSort } from './columns.ts'
import { writeCell } from './edit.ts'
import './table.css'

interface ClipTableProps extends Omit<ClipGridProps, 'cardWidth' | 'arriving'> {
  columns: readonly Column[]
  sort: string
  mayEdit: boolean
  onChanged: () => void
}

const kept = 'rushes.library.columns'
const rowHeight = 40
const headHeight = 32

/** The clips as a table: columns to choose, to order, to resize and to sort by, cells that are edited in place. */
export function ClipTable(props: ClipTableProps) {
  const { prId, found, context, selection, columns, sort, mayEdit, onOpen, onDrag, onChanged } = props
  const frame = useRef<HTMLDivElement>(null)
  const layout = useSignal(readLayout(localStorage.getItem(kept), columns))
  const column = useSignal(0)
  const editing = useSignal<string | undefined>(undefined)
  useEffect(() => {
    layout.value = readLayout(localStorage.getItem(kept), columns)
  }, [columns.map(({ name }) => name).join()])
  const change = (next: typeof layout.value) => {
    layout.value = next
    localStorage.setItem(kept, JSON.stringify(next))
  }
  const shown = layout.value.names.flatMap(name => columns.find(known => known.name === name) ?? [])
  const widths = shown.map(({ name, width }) => layout.value.widths[name] ?? width)
  const tracks = `40px ${widths.map(width => `${width}px`).join(' ')}`
  const total = found.total.value ?? 0
  const { rows, totalSize, showRow } = useVirtualRows(frame, { count: total, rowHeight, paddingStart: headHeight })
  const keptScroll = useKeptScroll(frame, prId, found)
  const pointer = usePointer({ onOpen, onToggle: index => selection.toggle(index), onDrag })
  const [first, end] = [rows[0]?.index ?? 0, (rows.at(-1)?.index ?? -1) + 1]
  useEffect(() => {
    if (end > first) found.show(first, end)
  }, [found, first, end])
  const focusedAt = selection.focusedAt.value
  useEffect(() => {
    if (focusedAt !== undefined) showRow(focusedAt)
  }, [focusedAt])
  void found.turn.value
  const { ids } = selection.selected.value
  const focused = focusedAt === undefined ? undefined : found.get(focusedAt)
  const here = shown[column.value]
  const begin = (typed?: string) => {
    if (!focused || !mayEdit || here?.path === undefined) return false
    editing.value = typed ?? here.toText(focused)
    return true
  }
  const finish = (isSaved: boolean, by: { row?: number; column?: number } = {}) => {
    const typed = editing.value
    editing.value = undefined
    frame.current?.focus({ preventScroll: true })
    if (isSaved && typed !== undefined && focused && here && typed !== here.toText(focused)) {
      writeCell(prId, [focused.id], here, typed, here.toText(focused), onChanged).then(onChanged, tellError)
    }
    if (by.row && focusedAt !== undefined && focusedAt + by.row < total) {
      void selection.press(focusedAt + by.row, { ctrlKey: false, metaKey: false, shiftKey: false })
    }
    if (by.column) column.value = Math.min(shown.length - 1, Math.max(0, column.value + by.column))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey) return
    const isCtrl = event.ctrlKey || event.metaKey
    const height = frame.current?.clientHeight ?? 0
    const act = () => {
      if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
        finish(false, { column: event.key === 'ArrowRight' ? 1 : -1 })
        return true
      }
      if (event.key === 'F2' || (event.key === 'Enter' && here?.path !== undefined && mayEdit)) return begin()
      if (isCtrl && event.key === 'd') return fillDown()
      return selection.step(event.key, { count: total, columns: 1, rows: Math.floor(height / rowHeight) }, event)
    }
    if (act()) event.preventDefault()
  }
  /** Gives all selected clips the value of the first of them. */
  const fillDown = () => {
    const [top] = selection.ids.map(id => found.indexOf(id) ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b)
    const clip = top === undefined ? undefined : found.get(top)
    if (!clip || !mayEdit || here?.path === undefined || here.path === '/name') return false
    writeCell(prId, selection.ids, here, here.toText(clip), '', onChanged).then(onChanged, tellError)
    return true
  }
  const onCopy = (event: ClipboardEvent) => {
    if (event.target !== event.currentTarget || !here) return
    const text = selection.ids.flatMap(id => {
      const clip = found.get(found.indexOf(id) ?? -1)
      return clip ? [here.toText(clip)] : []
    })
    event.clipboardData?.setData('text/plain', text.join('\n'))
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain').split('\n')[0]
    if (event.target !== event.currentTarget || !here?.path || here.path === '/name' || !mayEdit || !text) return
    event.preventDefault()
    writeCell(prId, selection.ids, here, text, '', onChanged).then(onChanged, tellError)
  }
  return (
    <>
      <div class="table-tools">
        <Popover button={{ kind: 'quiet', icon: 'columns', children: texts('columns') }} label={texts('columns')}>
          {() => (
            <div class="table-columns">
              {columns.map(({ name, label }) => (
                <div class="table-column" key={name}>
                  <CheckField
                    label={label}
                    checked={layout.value.names.includes(name)}
                    disabled={name === 'name'}
                    onValue={() => change(toggleColumn(layout.value, name))}
                  />
                  {([-1, 1] as const).map(by => (
                    <Button
                      key={by}
                      small
                      kind="icon"
                      icon={by < 0 ? 'arrow-up' : 'arrow-down'}
                      aria-label={texts(by < 0 ? 'moveLeft' : 'moveRight', { name: label })}
                      disabled={!layout.value.names.includes(name)}
                      onClick={() => change(moveColumn(layout.value, name, by))}
                    />
                  ))}
                </div>
              ))}
            </div>
          )}
        </Popover>
      </div>
      <div
        class="virtual clip-table"
        role="grid"
        id="library-clips"
        aria-label={texts('found', { count: total })}
        aria-rowcount={total + 1}
        aria-colcount={shown.length}
        aria-multiselectable="true"
        aria-activedescendant={focused && here ? `clip-${focused.id}-${column.value}` : undefined}
        tabIndex={0}
        ref={frame}
        style={{ '--tracks': tracks }}
        onScroll={({ currentTarget }) => {
          if (!keptScroll.current?.isHolding()) savePlace(prId, { top: currentTarget.scrollTop })
        }}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onPaste={onPaste}
      >
        <div class="table-head" role="row" tabIndex={-1} aria-rowindex={1}>
          <span role="columnheader" tabIndex={-1}>
            <span class="only-heard">{texts('keySelect')}</span>
          </span>
          {shown.map((head, index) => {
            const direction = readDirection(head, sort)
            const next = toSort(head, sort)
            return (
              <span role="columnheader" tabIndex={-1} key={head.name} aria-sort={direction}>
                {next === undefined ? (
                  <span class="cut">{head.label}</span>
                ) : (
                  <button type="button" tabIndex={-1} onClick={() => setQuery({ sort: next })}>
                    <span class="cut">{head.label}</span>
                    {direction && <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} size={12} />}
                  </button>
                )}
                <span
                  class="table-edge"
                  onPointerDown={event => {
                    event.preventDefault()
                    const from = (widths[index] ?? 0) - event.clientX
                    const stopper = new AbortController()
                    const { signal } = stopper
                    addEventListener(
                      'pointermove',
                      moved => change(resizeColumn(layout.value, head.name, from + moved.clientX)),
                      { signal },
                    )
                    addEventListener('pointerup', () => stopper.abort(), { signal })
                  }}
                />
              </span>
            )
          })}
        </div>
        <div class="virtual-all" role="presentation" style={{ height: `${totalSize}px` }}>
          {rows.map(row => {
            const clip = found.get(row.index)
            const style = { height: `${rowHeight}px`, transform: `translateY(${row.start}px)` }
            if (!clip) return <div class="table-row" role="presentation" key={row.key} style={style} />
            const isFocused = focusedAt === row.index
            return (
              <div
                class="table-row"
                role="row"
                tabIndex={-1}
                key={row.key}
                aria-rowindex={row.index + 2}
                aria-selected={ids.has(clip.id)}
                aria-label={describeClip(clip, context)}
                style={style}
                {...pointer(clip.id, row.index, event => {
                  const cell =
                    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-column]') : null
                  if (cell) column.value = Number(cell.dataset.column)
                  if (editing.value === undefined) frame.current?.focus({ preventScroll: true })
                  selection.press(row.index, event).catch(tellError)
                })}
              >
                <span role="gridcell" tabIndex={-1} class="table-choice">
                  <input
                    type="checkbox"
                    tabIndex={-1}
                    checked={ids.has(clip.id)}
                    aria-label={texts('selectClip', { name: clip.name })}
                    onChange={() => selection.toggle(row.index)}
                  />
                </span>
                {shown.map((cell, index) => {
                  const isHere = isFocused && column.value === index
                  return (
                    <span
                      role="gridcell"
                      tabIndex={-1}
                      key={cell.name}
                      id={`clip-${clip.id}-${index}`}
                      data-column={index}
                      data-focused={isHere || undefined}
                      data-mono={cell.isMono}
                    >
                      {isHere && editing.value !== undefined ? (
                        <CellEditor
                          column={cell}
                          value={editing.value}
                          onValue={value => {
                            editing.value = value
                          }}
                          onEnd={finish}
                        />
                      ) : (
                        <CellText {...{ prId, clip, column: cell, context }} />
                      )}
                    </span>
                  )
                })}
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}

type CellTextProps = Pick<ClipTableProps, 'prId' | 'context'> & {
  clip: Parameters<Column['toText']>[0]
  column: Column
}

function CellText({ prId, clip, column, context }: CellTextProps) {
  if (column.name === 'name') {
    return (
      <>
        <span class="table-picture stage">
          {clip.hasPoster && (
            <img src={`/api/production/${prId}/mo/${clip.id}/poster`} alt="" width={52} height={29} draggable={false} />
          )}
        </span>
        <Link class="clip-cell-name clip-cell-link" href={`/app/production/${prId}/clip/${clip.id}`} tabIndex={-1}>
          {clip.name}
        </Link>
      </>
    )
  }
  if (column.name === 'status') {
    const { works, uploads, statuses } = context
    return <StateText state={toCardState(clip, { work: works.get(clip.id), upload: uploads.get(clip.id) }, statuses)} />
  }
  return <span class="cut">{column.toText(clip)}</span>
}

interface CellEditorProps {
  column: Column
  value: string
  onValue: (value: string) => void
  onEnd: (isSaved: boolean, by?: { row?: number; column?: number }) => void
}

/** Enter saves and goes down, Tab saves and goes right, Escape leaves the value as it was. */
function CellEditor({ column, value, onValue, onEnd }: CellEditorProps) {
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null)
  useEffect(() => field.current?.focus(), [])
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
  return <input {...props} onInput={event => onValue(event.currentTarget.value)} />
}
