import { useSignal } from '@preact/signals'
import type { Ref } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../design/button.tsx'
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
  // A saved search, or the way back, writes it too.
  useEffect(() => {
    typed.value = wanted.q
  }, [wanted.q])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (q: string) => {
    clearTimeout(timer.current)
    setQuery({ q })
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
          const [offer] = completion?.offers ?? []
          if (event.key === 'Tab' && !event.shiftKey && completion && offer !== undefined) {
            event.preventDefault()
            typed.value = `${completion.before}${offer}:`
          }
          if (event.key === 'ArrowDown') {
            event.preventDefault()
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
                onClick={() => {
                  typed.value = `${completion.before}${offer}:`
                }}
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
