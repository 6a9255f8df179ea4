import type { FacetField } from '@rushes/contract'
import { Button } from '../design/button.tsx'
import { setQuery } from '../platform/router.tsx'
import type { FacetName } from './clip-search.ts'
import { texts } from './messages.ts'

interface FiltersProps {
  fields: readonly FacetField[]
  chosen: Readonly<Record<string, string>>
}

const names: Record<FacetName, () => string> = {
  reviewStatus: () => texts('status'),
  mediaObjectType: () => texts('type'),
  language: () => texts('language'),
  merged_tags: () => texts('tags'),
}

/** How often each value occurs among what is found; one that is chosen narrows it. */
export function Filters({ fields, chosen }: FiltersProps) {
  const shown = fields.filter(({ values }) => values.length > 0)
  if (shown.length === 0) return null
  return (
    <section aria-label={texts('filters')}>
      {shown.map(({ name, values }) => (
        <fieldset class="filter" key={name}>
          <legend class="field-legend">{names[name as FacetName]?.() ?? name}</legend>
          {values.map(({ name: value, count }) =>
            value === null ? null : (
              <Button
                key={value}
                kind="plain"
                class="filter-value"
                aria-pressed={chosen[name] === value}
                onClick={() => setQuery({ [name]: chosen[name] === value ? undefined : value })}
              >
                <span>{value}</span>
                <span class="field-hint">{count}</span>
              </Button>
            ),
          )}
        </fieldset>
      ))}
    </section>
  )
}
