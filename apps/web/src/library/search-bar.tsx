import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../design/button.tsx'
import { SelectField, TextField } from '../design/field.tsx'
import { bind } from '../platform/bind.ts'
import { setQuery } from '../platform/router.tsx'
import { texts } from './messages.ts'
import { isSortKey, type SortKey, sorts, type Wanted } from './wanted.ts'

interface SearchBarProps {
  wanted: Wanted
  isList: boolean
  total: number | undefined
}

/** What is searched for, in which order, shown how, and how much was found. */
export function SearchBar({ wanted, isList, total }: SearchBarProps) {
  const typed = useSignal(wanted.q)
  // A saved search, or the way back, writes it too.
  useEffect(() => {
    typed.value = wanted.q
  }, [wanted.q])
  const keys = (Object.keys(sorts) as SortKey[]).map(key => [key, texts(key)] as const)
  return (
    <form
      class="library-bar"
      onSubmit={event => {
        event.preventDefault()
        setQuery({ q: typed.value })
      }}
    >
      <TextField label={texts('search')} type="search" placeholder={texts('searchHint')} {...bind(typed)} />
      <SelectField
        label={texts('sort')}
        value={wanted.sort}
        options={isSortKey(wanted.sort) ? keys : [...keys, [wanted.sort, wanted.sort]]}
        onValue={value => setQuery({ sort: value })}
      />
      <Button aria-pressed={isList} onClick={() => setQuery({ view: isList ? undefined : 'list' })}>
        {texts('list')}
      </Button>
      <span role="status">{total !== undefined && texts('found', { count: total })}</span>
    </form>
  )
}
