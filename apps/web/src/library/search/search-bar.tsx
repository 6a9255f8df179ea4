import { useSignal } from '@preact/signals'
import type { Ref } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { Icon } from '../../design/icons.tsx'
import { setQuery } from '../../platform/router.tsx'
import { texts } from '../messages.ts'
import { completeField, type SearchField } from './typed-query.ts'
import type { Wanted } from './wanted.ts'

interface SearchBarProps {
  wanted: Wanted
  fields: readonly SearchField[]
  /** Where is searched: the title of a collection. */
  place: string | undefined
  field: Ref<HTMLInputElement>
}

/** Keys come faster than answers. */
const gatherMs = 200

/** What is searched for: it is found while one types, by the beginnings of words, and by fields under their labels. */
export function SearchBar({ wanted, fields, place, field }: SearchBarProps) {
  const typed = useSignal(wanted.q)
  const isActive = useSignal(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const searched = useRef(wanted.q)
  // A saved search, or the way back, writes it too. What was searched from here may be typed further already.
  useLayoutEffect(() => {
    if (wanted.q !== searched.current) complete(wanted.q)
    searched.current = wanted.q
  }, [wanted.q])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (q: string) => {
    clearTimeout(timer.current)
    searched.current = q
    setQuery({ q })
  }
  /** Writes into the field, instead of what was being typed and is not searched any more. */
  const complete = (q: string) => {
    clearTimeout(timer.current)
    typed.value = q
  }
  const completion = isActive.value ? completeField(typed.value, fields) : undefined
  const hint = place === undefined ? texts('searchHint') : texts('searchIn', { place })
  return (
    <form
      class="library-search"
      onSubmit={event => {
        event.preventDefault()
        search(typed.value)
      }}
    >
      <Icon name="search" size={14} />
      <input
        ref={field}
        type="search"
        aria-label={texts('search')}
        aria-keyshortcuts="/"
        placeholder={hint}
        value={typed.value}
        onFocus={() => {
          isActive.value = true
        }}
        onBlur={() => {
          isActive.value = false
        }}
        onKeyDown={event => {
          // As it was typed, whether that is painted already or not.
          const now = completeField(typed.value, fields)
          const [offer] = now?.offers ?? []
          if (event.key === 'Tab' && !event.shiftKey && now && offer !== undefined) {
            event.preventDefault()
            complete(`${now.before}${offer}:`)
            // What is typed next comes after it.
            event.currentTarget.value = typed.value
          }
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            // What is chosen among the clips from here on would go with a search that comes later.
            if (typed.value !== wanted.q) search(typed.value)
            document.getElementById('library-clips')?.focus()
          }
        }}
        onInput={event => {
          typed.value = event.currentTarget.value
          clearTimeout(timer.current)
          const q = typed.value
          // A field without its value, or half a bracket, is not worth a question.
          if (!/[:(["]\s*$/.test(q)) timer.current = setTimeout(() => search(q), gatherMs)
        }}
      />
      {completion && (
        <ul class="search-offers" aria-label={texts('fields')}>
          {completion.offers.map((offer, index) => (
            <li key={offer}>
              <Button
                small
                kind="quiet"
                tabIndex={-1}
                // The field would lose the focus, and with it the offers would go before they are clicked.
                onMouseDown={event => event.preventDefault()}
                onClick={() => complete(`${completion.before}${offer}:`)}
              >
                {offer}:{index === 0 && <kbd class="key">Tab</kbd>}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
