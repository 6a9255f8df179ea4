import { Button } from '../design/button.tsx'
import { useResource } from '../platform/resource.ts'
import { setQuery } from '../platform/router.tsx'
import type { NamedField } from './clip-fields.ts'
import { countValues } from './clip-search.ts'
import { texts } from './messages.ts'
import { readFilter, toFilter, type Wanted, withoutFields } from './wanted.ts'

/** What people call the value of a field. */
type NameValue = (field: string, value: string) => string

interface FiltersProps {
  wanted: Wanted
  fields: readonly NamedField[]
  nameValue: NameValue
  /** Rises when what is found has changed. */
  turn: number
}

/** How often each value occurs among what is found; one that is chosen narrows it. */
export function Filters({ wanted, fields, nameValue, turn }: FiltersProps) {
  const { filters } = wanted
  const names = fields.map(({ name }) => name)
  const counts = useResource(signal => countValues(wanted, names, signal), [JSON.stringify([wanted, names]), turn])
  const shown = (counts.data ?? []).filter(({ values }) => values.length > 0)
  if (shown.length === 0) return null
  return (
    <section aria-label={texts('filters')}>
      {shown.map(({ name, values }) => (
        <details class="filter" key={name} open>
          <summary class="field-legend">{fields.find(field => field.name === name)?.label ?? name}</summary>
          {values.map(({ name: value, count }) =>
            value === null ? null : (
              <FilterValue
                key={value}
                field={name}
                value={value}
                label={nameValue(name, value)}
                {...{ count, filters }}
              />
            ),
          )}
        </details>
      ))}
    </section>
  )
}

interface FilterValueProps {
  field: string
  value: string
  label: string
  count: number
  filters: readonly string[]
}

function FilterValue({ field, value, label, count, filters }: FilterValueProps) {
  const filter = toFilter(field, value)
  const isChosen = filters.includes(filter)
  const others = withoutFields(filters, [field])
  return (
    <Button
      kind="plain"
      class="filter-value"
      aria-pressed={isChosen}
      onClick={() => setQuery({ fq: isChosen ? others : [...others, filter] })}
    >
      <span>{label}</span>
      <span class="field-hint">{count}</span>
    </Button>
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
        const read = readFilter(filter)
        const nameRead = (field: string, value: string | null) =>
          value === null ? texts('withoutValue') : nameValue(field, value)
        const text = 'field' in read ? `${nameField(read.field)}: ${nameRead(read.field, read.value)}` : read.query
        return (
          <li key={filter}>
            <Button
              class="chosen-filter"
              aria-label={texts('removeFilter', { filter: text })}
              onClick={() => setQuery({ fq: filters.filter(other => other !== filter) })}
            >
              {text} ✕
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
