import { type Signal, useSignal } from '@preact/signals'
import type { ReviewStatusChoice } from '@rushes/contract'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { tellError } from '../design/toasts.tsx'
import { VirtualList } from '../design/virtual-list.tsx'
import { ClipCell } from './clip-cell.tsx'
import { type NamedField, toColumnStyle } from './clip-fields.ts'
import type { FoundClips } from './found-clips.ts'
import { KeptScroll } from './kept-scroll.ts'
import { readTops, savePlace } from './last-place.ts'
import { texts } from './messages.ts'
import { NoClips } from './no-clips.tsx'
import type { Wanted } from './wanted.ts'

interface ClipGridProps {
  wanted: Wanted
  /** Whether the user may add clips; nothing until that is known. */
  mayUpload: boolean | undefined
  found: FoundClips
  isList: boolean
  columns: readonly NamedField[]
  /** What goes on with clips, in words. */
  states: ReadonlyMap<number, string>
  statuses: readonly ReviewStatusChoice[]
  /** Chosen clips: the id of each with that of its annotation. */
  selection: Signal<ReadonlyMap<number, number>>
}

/** Least width of a picture, and the height of a row of them; smaller where two would not fit. */
const card = { width: 220, height: 208 }
const smallCard = { width: 140, height: 160 }
const lineHeight = 56

/** The clips as pictures or as lines; only what is in sight is loaded and in the document. */
export function ClipGrid(props: ClipGridProps) {
  const { wanted, mayUpload, found, isList, columns, states, statuses, selection } = props
  const { prId } = wanted
  const place = useRef<HTMLDivElement>(null)
  const across = useSignal(1)
  const size = useSignal(card)
  /** Where one chose last: with Shift, everything from there is chosen. */
  const last = useRef<number | undefined>(undefined)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0
      size.value = width < 2 * card.width ? smallCard : card
      across.value = Math.max(1, Math.floor(width / size.value.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    last.current = undefined
  }, [found])
  const keptScroll = useRef<KeptScroll | undefined>(undefined)
  const isFound = found.total.value !== undefined
  // Before the list is painted, so that nobody sees or scrolls it elsewhere.
  useLayoutEffect(() => {
    const list = place.current?.querySelector('.virtual')
    if (!list) return undefined
    const { top, windowTop } = readTops(prId, location.search)
    const kept = new KeptScroll(list, top)
    const keptWindow = new KeptScroll(document.documentElement, windowTop)
    keptScroll.current = kept
    const saveWindow = () => {
      // The next page scrolls the window while this one is still here.
      const isHere = location.pathname === `/app/production/${prId}`
      if (isHere && !keptWindow.isHolding()) savePlace(prId, { windowTop: scrollY })
    }
    document.addEventListener('scroll', saveWindow)
    return () => {
      document.removeEventListener('scroll', saveWindow)
      kept.release()
      keptWindow.release()
    }
  }, [prId, isFound])
  const choose = async (index: number, isWanted: boolean, isRange: boolean) => {
    const from = isRange ? (last.current ?? index) : index
    last.current = index
    const clip = found.get(index)
    const changed: [number, number][] =
      from === index
        ? clip
          ? [[clip.id, clip.annotationId]]
          : []
        : await found.listIds(Math.min(from, index), Math.max(from, index) + 1)
    const next = new Map(selection.value)
    for (const [id, annotationId] of changed) {
      if (isWanted) next.set(id, annotationId)
      else next.delete(id)
    }
    selection.value = next
  }
  void found.turn.value
  const total = found.total.value
  return (
    <div
      class="clip-grid"
      ref={place}
      data-list={isList}
      onScrollCapture={({ target }) => {
        if (target instanceof Element && !keptScroll.current?.isHolding()) savePlace(prId, { top: target.scrollTop })
      }}
    >
      {total === 0 && <NoClips wanted={wanted} found={found} mayUpload={mayUpload} />}
      {isList && total !== undefined && total > 0 && <ColumnHeads columns={columns} />}
      {total !== undefined && total > 0 && (
        <VirtualList
          count={total}
          rowHeight={isList ? lineHeight : size.value.height}
          columns={isList ? 1 : across.value}
          label={texts('found', { count: total })}
          onRange={(first, end) => found.show(first, end)}
        >
          {index => {
            const clip = found.get(index)
            if (!clip) return <span class="clip-cell" />
            return (
              <ClipCell
                prId={prId}
                clip={clip}
                columns={isList ? columns : undefined}
                state={states.get(clip.id)}
                status={statuses.find(({ id }) => id === clip.reviewStatus)}
                isChosen={selection.value.has(clip.id)}
                onChoose={(isWanted, isRange) => {
                  choose(index, isWanted, isRange).catch(tellError)
                }}
              />
            )
          }}
        </VirtualList>
      )}
    </div>
  )
}

/** The headings of the columns; each line repeats them for screen readers. */
function ColumnHeads({ columns }: { columns: readonly NamedField[] }) {
  return (
    <div class="clip-line clip-heads" aria-hidden="true" style={toColumnStyle(columns)}>
      <span />
      <span>{texts('name')}</span>
      <span>{texts('type')}</span>
      <span>{texts('frames')}</span>
      <span>{texts('status')}</span>
      <span>{texts('tags')}</span>
      {columns.map(({ name, label }) => (
        <span key={name}>{label}</span>
      ))}
      <span>{texts('created')}</span>
    </div>
  )
}
