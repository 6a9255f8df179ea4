import type { FacetPivotNode } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { SelectField } from '../../design/fields/field.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { getQuery, setQuery } from '../../platform/router.tsx'
import { formatNumber } from '../../platform/translations.ts'
import { texts } from '../messages.ts'
import { toFilter, withoutFields } from './conditions.ts'
import type { Grouping } from './grouping.ts'
import { texts as ownTexts } from './messages.ts'
import { toSearch, type Wanted } from './wanted.ts'

interface GroupingsProps {
  wanted: Wanted
  groupings: readonly Grouping[]
  /** Rises when what is found has changed. */
  turn: number
}

/** What is found, divided as the production wants it: groups within groups, one of which narrows the search. */
export function Groupings({ wanted, groupings, turn }: GroupingsProps) {
  const chosen = groupings.find(({ label }) => label === getQuery('group'))
  return (
    <section class="side-section groupings" aria-label={ownTexts('groupings')}>
      <SelectField
        label={ownTexts('groupings')}
        value={chosen?.label ?? ''}
        options={[['', texts('ungrouped')], ...groupings.map(({ label }) => [label, label] as const)]}
        onValue={value =>
          setQuery({ group: value, ...(chosen ? { fq: withoutFields(wanted.filters, chosen.fields) } : {}) })
        }
      />
      {chosen && <Groups key={chosen.label} wanted={wanted} grouping={chosen} turn={turn} />}
    </section>
  )
}

function Groups({ wanted, grouping, turn }: { wanted: Wanted; grouping: Grouping; turn: number }) {
  // The tree stays whole while one of its groups is looked into.
  const others = withoutFields(wanted.filters, grouping.fields)
  const groups = useResource(
    signal => countGroups({ ...wanted, filters: others }, grouping.fields, signal),
    [JSON.stringify({ ...wanted, filters: others }), grouping, turn],
  )
  return (
    <Loaded resource={groups}>
      {nodes =>
        nodes.length === 0 ? (
          <p class="field-hint">{ownTexts('noGroups')}</p>
        ) : (
          <GroupLevel nodes={nodes} above={[]} filters={wanted.filters} others={others} />
        )
      }
    </Loaded>
  )
}

interface GroupLevelProps {
  nodes: readonly FacetPivotNode[]
  /** The conditions of the groups around. */
  above: readonly string[]
  filters: readonly string[]
  others: readonly string[]
}

function GroupLevel({ nodes, above, filters, others }: GroupLevelProps) {
  return (
    <ul class="tree">
      {nodes.map(node => {
        const path = [...above, toFilter(node.field, node.value)]
        const isInside = path.every(filter => filters.includes(filter))
        return (
          <li key={String(node.value)}>
            <GroupButton node={node} path={path} filters={filters} others={others} />
            {node.pivot && node.pivot.length > 0 && (
              <details class="group-below" open={isInside}>
                <summary>{ownTexts('divided', { count: node.pivot.length, name: nameGroup(node) })}</summary>
                <GroupLevel nodes={node.pivot} above={path} filters={filters} others={others} />
              </details>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function nameGroup({ value }: FacetPivotNode): string {
  return value === null ? texts('withoutValue') : String(value)
}

interface GroupButtonProps extends Omit<GroupLevelProps, 'nodes' | 'above'> {
  node: FacetPivotNode
  path: readonly string[]
}

function GroupButton({ node, path, filters, others }: GroupButtonProps) {
  const isChosen = path.every(filter => filters.includes(filter)) && filters.length === others.length + path.length
  return (
    <Button
      kind="quiet"
      class="filter-value"
      aria-pressed={isChosen}
      onClick={() => setQuery({ fq: isChosen ? [...others] : [...others, ...path] })}
    >
      <span>{nameGroup(node)}</span>
      <span class="field-hint">{formatNumber(node.count)}</span>
    </Button>
  )
}

/** How what is wanted divides by some fields, the next within each value of the one before. */
async function countGroups(wanted: Wanted, fields: readonly string[], signal: AbortSignal): Promise<FacetPivotNode[]> {
  const pivot = fields.join(',')
  const query = {
    ...toSearch(wanted),
    rows: 0,
    'facet.pivot': [pivot],
    'facet.limit': 200,
    'facet.sort': 'index' as const,
    'facet.missing': true,
  }
  const { facetPivot } = await api.annotations.searchMediaObjects({ prId: wanted.prId, query, signal })
  // The shape leaves open what the levels below hold: the same again.
  return (facetPivot[pivot] ?? []) as FacetPivotNode[]
}
