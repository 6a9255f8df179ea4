// biome-ignore-all lint/a11y/useSemanticElements: only what is in sight is there, each at its place, which a table or a list does not allow
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { tellError } from '../../design/floating/toasts.tsx'
import { Icon } from '../../design/icons.tsx'
import { user } from '../../frame/session.ts'
import { isRightToLeft } from '../../platform/direction.ts'
import { setQuery } from '../../platform/router.tsx'
import { drag } from '../collections/drag.ts'
import { describeClip } from '../grid/clip-card.tsx'
import type { ClipGridProps } from '../grid/clip-grid.tsx'
import { useClipMenu } from '../grid/clip-menu-opener.ts'
import { useKeptScroll } from '../grid/kept-scroll.ts'
import { usePointer } from '../grid/pointer.ts'
import { useRectangle } from '../grid/rectangle.tsx'
import { useVirtualRows } from '../grid/rows/virtual-rows.ts'
import { savePlace } from '../last-place.ts'
import { texts as libraryTexts } from '../messages.ts'
import type { Wanted } from '../search/wanted.ts'
import type { ClipWriter } from '../writes/clip-writer.ts'
import { CellEditor, CellText } from './cells.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { beginColumnDrag } from './column-drag.ts'
import { type Layout, listAllColumns, placeColumn, readDirection, readLayout, resizeColumn, toSort } from './columns.ts'
import { readCells } from './read-cells.ts'
import { TableFoot } from './table-foot.tsx'
import { writeCell, writeCells } from './write-cell.ts'
import './table.css'

interface ClipTableProps extends Omit<ClipGridProps, 'cardWidth' | 'arriving'> {
  /** Fields that the production has described. */
  fields: Parameters<typeof listAllColumns>[0]
  sort: string
  wanted: Wanted
  mayEdit: boolean
  writer: ClipWriter
}

const rowHeight = 40
const headHeight = 32
const plain = { ctrlKey: false, metaKey: false, shiftKey: false }

/** The clips as a table: columns to choose, to order, to resize and to sort by, cells that are edited in place. */
export function ClipTable(props: ClipTableProps) {
  const { prId, wanted, found, context, selection, fields, sort, mayEdit, writer, onOpen, onDrag, onMenu } = props
  const columns = listAllColumns(fields, context.statuses)
  const kept = `rushes.library.columns.${user.value?.id ?? ''}`
  const frame = useRef<HTMLDivElement>(null)
  const layout = useSignal(readLayout(localStorage.getItem(kept), columns))
  const column = useSignal(0)
  /** Where a range of columns begins. */
  const anchor = useSignal(0)
  const editing = useSignal<string | undefined>(undefined)
  useEffect(() => {
    layout.value = readLayout(localStorage.getItem(kept), columns)
  }, [columns.map(({ name }) => name).join()])
  const change = (next: Layout) => {
    layout.value = next
    localStorage.setItem(kept, JSON.stringify(next))
  }
  const shown = layout.value.names.flatMap(name => columns.find(known => known.name === name) ?? [])
  const widths = shown.map(({ name, width }) => layout.value.widths[name] ?? width)
  const tracks = `40px ${widths.map(width => `${width}px`).join(' ')}`
  const total = found.total.value ?? 0
  const { rows, totalSize, showRow } = useVirtualRows(frame, {
    heights: { count: total, height: rowHeight },
    paddingStart: headHeight,
  })
  const keptScroll = useKeptScroll(frame, prId, found)
  const pointer = usePointer({ onOpen, onToggle: index => selection.toggle(index), onDrag })
  const openMenu = useClipMenu(selection, onMenu)
  const rectangle = useRectangle(frame, selection)
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
  const [firstColumn, lastColumn] = [Math.min(column.value, anchor.value), Math.max(column.value, anchor.value)]
  const goTo = (next: number, isRange = false) => {
    column.value = Math.min(shown.length - 1, Math.max(0, next))
    if (!isRange) anchor.value = column.value
    frame.current
      ?.querySelector(`[data-focused] [data-column="${column.value}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const begin = (typed?: string) => {
    if (!focused || !mayEdit || here?.path === undefined) return false
    // Keys may come faster than the field.
    editing.value = typed === undefined ? here.toText(focused) : (editing.value ?? '') + typed
    return true
  }
  const finish = (isSaved: boolean, by: { row?: number; column?: number } = {}) => {
    const typed = editing.value
    if (typed === undefined) return
    editing.value = undefined
    frame.current?.focus({ preventScroll: true })
    if (isSaved && focused && here && typed !== here.toText(focused)) {
      void writeCell(writer, focused, here, typed)
    }
    if (by.row && focusedAt !== undefined && focusedAt + by.row < total) void selection.press(focusedAt + by.row, plain)
    if (by.column) goTo(column.value + by.column)
  }
  /** The selected clips from the top down, as far as they have been in sight. */
  const listSelected = () =>
    selection.ids
      .flatMap(id => found.indexOf(id) ?? [])
      .sort((one, other) => one - other)
      .flatMap(index => found.get(index) ?? [])
  const range = shown.slice(firstColumn, lastColumn + 1)
  const fillDown = () => {
    const [top, ...rest] = listSelected()
    if (!top || rest.length === 0 || !mayEdit) return false
    const row = range.map(cell => cell.toText(top))
    void writeCells(
      writer,
      rest.map(clip => [clip, row]),
      range,
    )
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey) return
    const { key, shiftKey } = event
    const isCtrl = event.ctrlKey || event.metaKey
    const height = frame.current?.clientHeight ?? 0
    const act = () => {
      if (key === 'ArrowRight' || key === 'ArrowLeft') {
        goTo(column.value + (key === 'ArrowRight' ? 1 : -1), shiftKey)
        return true
      }
      const isName = here?.path === '/name'
      // A name is a link: Enter follows it, and single keys are commands.
      if (key === 'F2' || (key === 'Enter' && !isName)) return begin()
      if (isCtrl && key.toLowerCase() === 'd') return fillDown()
      if (key === 'Delete' && !isName && here?.path !== undefined && mayEdit) {
        void writeCells(
          writer,
          listSelected().map(clip => [clip, range.map(() => '')]),
          range,
        )
        return true
      }
      const isTyped = key.length === 1 && key !== ' ' && !isCtrl
      if (isTyped && !isName && !here?.choices && begin(key)) return true
      return selection.step(key, { count: total, columns: 1, rows: Math.floor(height / rowHeight) }, event)
    }
    if (act()) event.preventDefault()
  }
  const onCopy = (event: ClipboardEvent) => {
    if (range.length === 0 || getSelection()?.isCollapsed === false) return
    const text = listSelected().map(clip => range.map(cell => cell.toText(clip)).join('\t'))
    event.clipboardData?.setData('text/plain', text.join('\n'))
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain')
    const [top] = listSelected()
    if (!mayEdit || !text || !top) return
    event.preventDefault()
    const pasted = readCells(text)
    const isOne = pasted.length === 1 && pasted[0]?.length === 1
    // One value goes into all that is selected; several go from the first cell on to the right and down.
    const from = found.indexOf(top.id) ?? 0
    const wantedRows = isOne
      ? listSelected().map(clip => [clip, range.map(() => pasted[0]?.[0] ?? '')] as const)
      : pasted.flatMap((row, index) => {
          const clip = found.get(from + index)
          return clip ? [[clip, row] as const] : []
        })
    void writeCells(writer, wantedRows, isOne ? range : shown.slice(firstColumn))
  }
  const clipboard = useRef({ onCopy, onPaste })
  clipboard.current = { onCopy, onPaste }
  useEffect(() => {
    // Browsers report it where text may be selected, not where the keyboard is.
    const isHere = () => document.activeElement === frame.current
    const copy = (event: ClipboardEvent) => isHere() && clipboard.current.onCopy(event)
    const paste = (event: ClipboardEvent) => isHere() && clipboard.current.onPaste(event)
    addEventListener('copy', copy)
    addEventListener('paste', paste)
    return () => {
      removeEventListener('copy', copy)
      removeEventListener('paste', paste)
    }
  }, [])
  return (
    <>
      <ColumnChoice columns={columns} layout={layout.value} onChange={change} />
      <div
        class="virtual clip-table"
        role="grid"
        id="library-clips"
        aria-label={libraryTexts('found', { count: total })}
        aria-rowcount={total + 1}
        aria-colcount={shown.length}
        aria-multiselectable="true"
        aria-activedescendant={
          focused && here && focusedAt !== undefined && focusedAt >= first && focusedAt < end
            ? `clip-${focused.id}-${column.value}`
            : undefined
        }
        tabIndex={0}
        ref={frame}
        style={{ '--tracks': tracks }}
        onScroll={({ currentTarget }) => {
          if (!keptScroll.current?.isHolding()) savePlace(prId, { top: currentTarget.scrollTop })
        }}
        onKeyDown={onKeyDown}
        onContextMenu={openMenu}
        onPointerDown={rectangle.onPointerDown}
      >
        <div class="table-head" role="row" tabIndex={-1} aria-rowindex={1}>
          <span role="columnheader" tabIndex={-1}>
            <span class="only-heard">{libraryTexts('keySelect')}</span>
          </span>
          {shown.map((head, index) => {
            const direction = readDirection(head, sort)
            const next = toSort(head, sort)
            return (
              <span
                role="columnheader"
                tabIndex={-1}
                key={head.name}
                aria-sort={direction}
                aria-colindex={index + 2}
                data-head={head.name}
                onPointerDown={event => {
                  if (index > 0)
                    beginColumnDrag(event, head.name, (to, isAfter) =>
                      change(placeColumn(layout.value, head.name, to, isAfter)),
                    )
                }}
              >
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
                    event.stopPropagation()
                    const sign = isRightToLeft() ? -1 : 1
                    const from = (widths[index] ?? 0) - sign * event.clientX
                    const stopper = new AbortController()
                    const { signal } = stopper
                    addEventListener(
                      'pointermove',
                      moved => change(resizeColumn(layout.value, head.name, from + sign * moved.clientX)),
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
          {rectangle.shown}
          {rows.map(row => {
            const clip = found.get(row.index)
            const style = { height: `${rowHeight}px`, transform: `translateY(${row.start}px)` }
            if (!clip) return <div class="table-row" role="presentation" key={row.index} style={style} />
            const isFocused = focusedAt === row.index
            return (
              <div
                class="table-row"
                role="row"
                tabIndex={-1}
                key={row.index}
                aria-rowindex={row.index + 2}
                data-clip={clip.id}
                data-index={row.index}
                data-focused={isFocused || undefined}
                data-place={drag.value?.place?.clip === clip.id ? drag.value.place.side : undefined}
                aria-selected={ids.has(clip.id)}
                aria-label={describeClip(clip, context)}
                style={style}
                {...pointer(clip.id, row.index, event => {
                  const cell =
                    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-column]') : null
                  if (cell) goTo(Number(cell.dataset.column), event.shiftKey)
                  if (editing.value === undefined) frame.current?.focus({ preventScroll: true })
                  selection.press(row.index, event).catch(tellError)
                })}
              >
                <span role="gridcell" tabIndex={-1} class="table-choice">
                  <input
                    type="checkbox"
                    tabIndex={-1}
                    checked={ids.has(clip.id)}
                    aria-label={libraryTexts('selectClip', { name: clip.name })}
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
                      aria-colindex={index + 2}
                      aria-readonly={cell.path === undefined || !mayEdit}
                      data-here={isHere || undefined}
                      data-range={
                        (ids.has(clip.id) && firstColumn < lastColumn && index >= firstColumn && index <= lastColumn) ||
                        undefined
                      }
                      data-mono={cell.isMono}
                    >
                      {isHere && editing.value !== undefined ? (
                        <CellEditor
                          column={cell}
                          wanted={wanted}
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
      <TableFoot wanted={wanted} turn={found.renewals.value} />
    </>
  )
}
