import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { CheckField, TextField } from '../../design/fields/field.tsx'
import { bind, bindCheck } from '../../platform/bind.ts'
import { type Desk, isWriting } from '../editor/desk.ts'
import { texts } from '../messages.ts'
import { replaceFound } from '../model/edits.ts'
import { toText } from '../model/rich-text.ts'
import { findRow } from '../model/rows.ts'
import { findText } from './find.ts'

/** A search that somebody began. */
export interface Search {
  readonly text: string
  /** Where the text was marked that is sought. */
  readonly place: { readonly key: number; readonly from: number } | undefined
}

/** A search for what is marked in the text that is written, or for what was sought last. */
export function beginSearch(desk: Desk, last: string): Search {
  const { from, to } = desk.marked.value
  const row = isWriting() ? desk.row.value : undefined
  if (!row || from === to) return { text: last, place: undefined }
  // A field for one line has no line breaks; a blank finds them.
  const text = toText(row.entry.textParts).slice(from, to).replaceAll('\n', ' ')
  return { text, place: { key: row.key, from } }
}

interface FindPanelProps {
  desk: Desk
  search: Search
  /** What is sought; it stays for the next time. */
  sought: Signal<string>
  onClose: () => void
}

/** Search and replace; replacing everywhere is one step and one patch. */
export function FindPanel({ desk, search, sought, onClose }: FindPanelProps) {
  const { editing } = desk
  const replacement = useSignal('')
  const isCaseSensitive = useSignal(false)
  const isWholeWord = useSignal(false)
  const place = useSignal<{ key: number; from: number } | undefined>(undefined)
  const told = useSignal('')
  const panel = useRef<HTMLElement>(null)
  // Before the next key, which is meant for the field.
  useLayoutEffect(() => {
    place.value = search.place
    const field = panel.current?.querySelector('input')
    field?.focus()
    field?.select()
  }, [search])
  const rows = editing.rows.value
  const found = useMemo(
    () => findText(rows, sought.value, { isCaseSensitive: isCaseSensitive.value, isWholeWord: isWholeWord.value }),
    [rows, sought.value, isCaseSensitive.value, isWholeWord.value],
  )
  useEffect(() => {
    desk.hits.value = { byKey: new Map(found.map(({ key, ranges }) => [key, ranges])), at: place.value }
  }, [found, place.value])
  useEffect(
    () => () => {
      desk.hits.value = undefined
    },
    [desk],
  )
  const hits = found.flatMap(({ key, ranges }) => ranges.map(range => ({ key, range })))
  const at = hits.findIndex(({ key, range }) => key === place.value?.key && range.from === place.value.from)
  /** The first place from the selected subtitle on. */
  const findFirst = () => {
    const start = desk.row.value?.entry.start ?? 0
    return Math.max(
      0,
      hits.findIndex(({ key }) => (findRow(rows, key)?.entry.start ?? 0) >= start),
    )
  }
  const go = (index: number) => {
    const hit = hits[(index + hits.length) % hits.length]
    if (!hit) return
    place.value = { key: hit.key, from: hit.range.from }
    desk.show(findRow(editing.rows.value, hit.key))
  }
  const replaceOne = () => {
    const index = at < 0 ? findFirst() : at
    const hit = hits[index]
    const next = hits[index + 1] ?? hits[0]
    if (!hit || !next) return
    editing.change(replaceFound(editing.rows.value, [{ key: hit.key, ranges: [hit.range] }], replacement.value))
    const isBehind = next.key === hit.key && next.range.from > hit.range.from
    const grown = isBehind ? replacement.value.length - (hit.range.to - hit.range.from) : 0
    place.value = { key: next.key, from: next.range.from + grown }
    desk.show(findRow(editing.rows.value, next.key))
    told.value = texts('replaced', { count: 1 })
  }
  const replaceAll = () => {
    if (hits.length === 0) return
    editing.change(replaceFound(editing.rows.value, found, replacement.value))
    told.value = texts('replaced', { count: hits.length })
  }
  return (
    <section
      class="find-panel"
      ref={panel}
      aria-label={texts('find')}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <form
        class="find-form"
        onSubmit={event => {
          event.preventDefault()
          go(at < 0 ? findFirst() : at + 1)
        }}
      >
        <TextField
          label={texts('findWhat')}
          type="search"
          value={sought.value}
          onValue={value => {
            sought.value = value
            told.value = ''
          }}
        />
        <TextField label={texts('replaceBy')} {...bind(replacement)} />
        <div class="find-options">
          <CheckField label={texts('matchCase')} {...bindCheck(isCaseSensitive)} />
          <CheckField label={texts('wholeWord')} {...bindCheck(isWholeWord)} />
          <p class="find-count" role="status">
            {told.value || (sought.value === '' ? '' : texts('foundCount', { hits: hits.length, count: found.length }))}
          </p>
        </div>
        <div class="find-buttons">
          <Button
            kind="icon"
            small
            icon="chevron-up"
            aria-label={texts('findPrevious')}
            disabled={hits.length === 0}
            onClick={() => go((at < 0 ? findFirst() : at) - 1)}
          />
          <Button
            kind="icon"
            small
            icon="chevron-down"
            type="submit"
            aria-label={texts('findNext')}
            disabled={hits.length === 0}
          />
          <Button small disabled={hits.length === 0 || desk.isReadOnly.value} onClick={replaceOne}>
            {texts('replace')}
          </Button>
          <Button small disabled={hits.length === 0 || desk.isReadOnly.value} onClick={replaceAll}>
            {texts('replaceAll')}
          </Button>
          <Button kind="icon" small icon="x" aria-label={texts('close')} onClick={onClose} />
        </div>
      </form>
    </section>
  )
}
