import { useSignal } from '@preact/signals'
import type { FacetField, ReviewStatusChoice } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { Icon } from '../../design/icons.tsx'
import { user } from '../../frame/session.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { setQuery } from '../../platform/router.tsx'
import { formatNumber } from '../../platform/translations.ts'
import type { NamedField } from '../clips/clip-fields.ts'
import { countValues } from '../clips/clip-search.ts'
import { toReviewState } from '../grid/card-state.ts'
import { StateText } from '../grid/clip-card.tsx'
import { texts } from '../messages.ts'
import { addedThisWeek, findChoice, readFilter, toggleValue, toWaiting } from './conditions.ts'
import type { Wanted } from './wanted.ts'

/** What people call the value of a field. */
type NameValue = (field: string, value: string) => string

interface FiltersProps {
  wanted: Wanted
  fields: readonly NamedField[]
  nameValue: NameValue
  statuses: readonly ReviewStatusChoice[]
  /** Rises when what is found has changed. */
  turn: number
}

/** How often each value occurs among what is found; those that are chosen narrow it. */
export function Filters({ wanted, fields, nameValue, statuses, turn }: FiltersProps) {
  const { filters } = wanted
  const names = fields.map(({ name }) => name)
  const counts = useResource(signal => countValues(wanted, names, signal), [JSON.stringify([wanted, names]), turn])
  const shown = (counts.data ?? []).filter(({ values }) => values.some(({ name }) => name !== null))
  if (shown.length === 0 && filters.length === 0) return null
  return (
    <section class="side-section" aria-label={texts('filters')}>
      <div class="side-head">
        <h2>{texts('filters')}</h2>
        {filters.length > 0 && (
          <Button small kind="quiet" class="side-clear" onClick={() => setQuery({ fq: undefined })}>
            {texts('clear')}
          </Button>
        )}
      </div>
      {shown.map(counted => (
        <Facet
          key={counted.name}
          counted={counted}
          label={fields.find(field => field.name === counted.name)?.label ?? counted.name}
          {...{ filters, nameValue, statuses }}
        />
      ))}
    </section>
  )
}

interface FacetProps extends Pick<FiltersProps, 'nameValue' | 'statuses'> {
  counted: FacetField
  label: string
  filters: readonly string[]
}

/** More are searched. */
const mostShown = 8

function Facet({ counted, label, filters, nameValue, statuses }: FacetProps) {
  const { name: field, values } = counted
  const typed = useSignal('')
  const isWhole = useSignal(false)
  // That clips were not reviewed is worth knowing; that they lack a tag or a scene is not.
  const listed = values.filter(({ name, count }) => count > 0 && (name !== null || field === 'reviewStatus'))
  const nameOf = (value: string | null) => (value === null ? texts('notReviewed') : nameValue(field, value))
  const wanted = typed.value.trim().toLowerCase()
  const matching = listed.filter(({ name }) => nameOf(name).toLowerCase().includes(wanted))
  const isLong = listed.length > mostShown
  const shown = isWhole.value || !isLong ? matching : matching.slice(0, mostShown)
  const most = Math.max(1, ...listed.map(({ count }) => count))
  return (
    <details class="filter" open>
      <summary>
        <Icon name="chevron-down" size={14} />
        {label}
      </summary>
      {isLong && (
        <input
          class="input filter-search"
          type="search"
          aria-label={texts('findValue', { label })}
          placeholder={texts('findValue', { label })}
          value={typed.value}
          onInput={event => {
            typed.value = event.currentTarget.value
          }}
        />
      )}
      {shown.map(({ name: value, count }) => {
        const choice = findChoice(filters, field, value)
        const choose = (isExcluded: boolean) => setQuery({ fq: toggleValue(filters, field, value, isExcluded) })
        return (
          <label class="facet" key={String(value)} data-choice={choice} title={texts('excludeHint')}>
            <input
              type="checkbox"
              checked={choice === 'chosen'}
              aria-label={`${nameOf(value)} ${choice === 'excluded' ? texts('excluded') : ''}`.trim()}
              onClick={event => {
                if (!event.altKey) return
                event.preventDefault()
                choose(true)
              }}
              onChange={() => choose(false)}
            />
            {field === 'reviewStatus' ? (
              <StateText state={toReviewState(value ?? undefined, statuses)} />
            ) : (
              <span class="cut">{nameOf(value)}</span>
            )}
            <span class="facet-bar" aria-hidden="true" style={{ '--share': `${(count / most) * 100}%` }} />
            <span class="facet-count num">{formatNumber(count)}</span>
          </label>
        )
      })}
      {isLong && matching.length > mostShown && (
        <Button
          small
          kind="quiet"
          onClick={() => {
            isWhole.value = !isWhole.value
          }}
        >
          {texts(isWhole.value ? 'showFewer' : 'showAll', { count: matching.length })}
        </Button>
      )}
    </details>
  )
}

interface ChosenFiltersProps {
  filters: readonly string[]
  nameField: (field: string) => string
  nameValue: NameValue
}

/** What narrows the search now, each with a way to take it away. */
export function ChosenFilters({ filters, nameField, nameValue }: ChosenFiltersProps) {
  if (filters.length === 0) return null
  return (
    <ul class="chosen-filters" aria-label={texts('chosenFilters')}>
      {filters.map(filter => {
        const text = describeFilter(filter, nameField, nameValue)
        return (
          <li key={filter}>
            <Button
              small
              class="chosen-filter"
              aria-label={texts('removeFilter', { filter: text })}
              onClick={() => setQuery({ fq: filters.filter(other => other !== filter) })}
            >
              <span class="cut">{text}</span>
              <Icon name="x" size={12} />
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

function describeFilter(filter: string, nameField: (field: string) => string, nameValue: NameValue): string {
  const read = readFilter(filter)
  if (!('field' in read)) return nameQuery(read.query)
  const values = read.values.map(value => (value === null ? texts('withoutValue') : nameValue(read.field, value)))
  const text = `${nameField(read.field)}: ${values.join(texts('or'))}`
  return read.isExcluded ? texts('notThis', { text }) : text
}

function nameQuery(query: string): string {
  if (query === addedThisWeek) return texts('addedThisWeek')
  return query === toWaiting(user.value?.id) ? texts('waitingForMe') : query
}
